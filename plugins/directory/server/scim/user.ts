import { fullName } from '#core/contract/full_name'
import { isPlainLine } from '#core/contract/plain_line'
import { namesOf } from '../services/claims.js'
import { ScimError } from './errors.js'

export const USER = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
type Json = Record<string, unknown>

/** The data about a person's work in a directory. Values that it omits stay unchanged. */
export interface WorkInput {
  employeeNumber?: string | null
  title?: string | null
  /** The id of a user; some directories send a userName. */
  manager?: string | null
}

/** The attributes that a directory can set here; others are accepted and not stored. */
export interface UserInput {
  userName: string
  externalId: string | null
  email: string
  firstname: string
  /** Undefined when the directory omits it: then the person's value stays. */
  infix: string | null | undefined
  lastname: string
  language: string
  active: boolean
  work: WorkInput
}

/** The changes of a PATCH or a PUT; omitted attributes stay. */
export interface UserChange {
  userName?: string
  externalId?: string | null
  email?: string
  firstname?: string
  infix?: string | null
  lastname?: string
  active?: boolean
  work?: WorkInput
}

const EMAIL = /^[^\s@<>"]{1,64}@[a-z0-9.-]{1,190}$/
export const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
/** Attribute names are case-insensitive (RFC 7643, section 2.1). */
export const attribute = (object: Json, name: string): unknown =>
  Object.entries(object).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1]

/** The value of a list of one value, as Entra sends: `[{ "value": "x" }]`. */
function only(value: unknown): unknown {
  const [first] = Array.isArray(value) && value.length === 1 ? (value as unknown[]) : [value]
  return isObject(first) && attribute(first, 'value') !== undefined ? attribute(first, 'value') : first
}

/** One line of text; absent and null are empty. @throws ScimError invalidValue */
export function line(given: unknown, name: string, max = 200): string {
  const value = only(given)
  if (value === undefined || value === null) return ''
  if (typeof value !== 'string' || value.length > max || !isPlainLine(value.trim()))
    throw new ScimError(400, `"${name}" is no line of text of at most ${max} characters.`, 'invalidValue')
  return value.trim()
}

/** The same for a name that may be a number: `417`. @throws ScimError invalidValue */
export function code(given: unknown, name: string, max: number): string {
  const value = only(given)
  return line(Number.isSafeInteger(value) ? String(value) : value, name, max)
}

const isTrue = (value: unknown) => value === true || (typeof value === 'string' && value.toLowerCase() === 'true')
const isFalse = (value: unknown) => value === false || (typeof value === 'string' && value.toLowerCase() === 'false')

/** Entra sends "True" and "False", and sometimes a list of one value. @throws ScimError invalidValue */
export function flag(value: unknown, name: string): boolean {
  const one = only(value)
  if (isTrue(one)) return true
  if (isFalse(one)) return false
  throw new ScimError(400, `"${name}" is neither true nor false.`, 'invalidValue', name)
}

/** The address used to sign in: the primary one, else the one of type work, else one without a type. Null: none of these. */
export function chosenEmail(emails: readonly unknown[]): unknown {
  const all = emails.map((one) => (isObject(one) ? one : { value: one }))
  const typeOf = (one: Json) => {
    const type = attribute(one, 'type')
    return typeof type === 'string' ? type.toLowerCase() : null
  }
  const chosen =
    all.find((one) => isTrue(attribute(one, 'primary'))) ??
    all.find((one) => typeOf(one) === 'work') ??
    all.find((one) => typeOf(one) === null)
  return chosen ? (attribute(chosen, 'value') ?? null) : null
}

/** @throws ScimError invalidValue */
function emailOf(emails: unknown): string {
  if (emails === undefined || emails === null) return ''
  if (!Array.isArray(emails) || emails.length > 50) throw new ScimError(400, '"emails" is no list.', 'invalidValue')
  return line(chosenEmail(emails), 'emails.value', 254).toLowerCase()
}

/** The text of `manager`, which Entra sends as text and the standard as an object. @throws ScimError invalidValue */
export const managerOf = (value: unknown): string | null => line(value, 'manager.value', 254) || null

/** What cannot be kept of a person's work is left out: the answer shows it. */
function workIn(body: Json): WorkInput {
  const extension = attribute(body, ENTERPRISE)
  const given = isObject(extension) ? extension : {}
  const kept = <T>(value: unknown, read: (value: unknown) => T): T | undefined => {
    try {
      return value === undefined ? undefined : read(value)
    } catch (error) {
      if (!(error instanceof ScimError)) throw error
      return undefined
    }
  }
  const title = kept(attribute(body, 'title'), (value) => line(value, 'title', 100) || null)
  const employeeNumber = kept(attribute(given, 'employeeNumber'), (value) => code(value, 'employeeNumber', 50) || null)
  const manager = kept(attribute(given, 'manager'), managerOf)
  return {
    ...(title !== undefined && { title }),
    ...(employeeNumber !== undefined && { employeeNumber }),
    ...(manager !== undefined && { manager }),
  }
}

/** Whether a body names a schema; their names are case-insensitive (RFC 8141). */
export const isOfSchema = (body: Json, schema: string): boolean => {
  const schemas = attribute(body, 'schemas')
  return Array.isArray(schemas) && schemas.some((one) => typeof one === 'string' && one.toLowerCase() === schema.toLowerCase())
}

/** The parts of a User resource that a new person and a known one share. @throws ScimError invalidSyntax, invalidValue */
function partsOf(body: Json) {
  if (!isOfSchema(body, USER)) throw new ScimError(400, `"schemas" must name ${USER}.`, 'invalidSyntax')
  const userName = line(attribute(body, 'userName'), 'userName', 254)
  if (!userName) throw new ScimError(400, '"userName" is required.', 'invalidValue')
  const email = emailOf(attribute(body, 'emails'))
  const given = attribute(body, 'name') ?? {}
  if (!isObject(given)) throw new ScimError(400, '"name" is no object.', 'invalidValue')
  const part = (name: string) => line(attribute(given, name), `name.${name}`, 100)
  const full = line(attribute(body, 'displayName'), 'displayName') || line(attribute(given, 'formatted'), 'name.formatted')
  const active = attribute(body, 'active')
  return {
    userName,
    externalId: code(attribute(body, 'externalId'), 'externalId', 300) || null,
    email,
    name: { given: part('givenName'), family: part('familyName'), full },
    // Dutch directories send the infix ("van der") as the middle name.
    infix: attribute(given, 'middleName') === undefined ? undefined : part('middleName') || null,
    active: active === undefined || active === null ? true : flag(active, 'active'),
    work: workIn(body),
  }
}

/**
 * Reads a User resource (RFC 7643, section 4.1), strictly where it matters.
 * @throws ScimError invalidSyntax, invalidValue
 */
export function readUser(body: Json): UserInput {
  const { name, ...parts } = partsOf(body)
  const email = parts.email || parts.userName.toLowerCase()
  if (!EMAIL.test(email)) throw new ScimError(400, 'An e-mail address is required: in "emails", or as "userName".', 'invalidValue')
  const language = line(attribute(body, 'preferredLanguage') ?? attribute(body, 'locale'), 'preferredLanguage')
    .slice(0, 2)
    .toLowerCase()
  return { ...parts, email, ...namesOf({ ...name, email }), language: language || 'nl' }
}

/**
 * Reads the User resource of a PUT. What it leaves out stays: a name, an address, and the directory's id, without which the directory would
 * not find the person again. A deactivation is kept, whatever else cannot be.
 * @throws ScimError invalidSyntax, invalidValue
 */
export function readReplacement(body: Json): UserChange {
  try {
    const { name, email, externalId, infix, ...parts } = partsOf(body)
    const isNamed = Boolean(name.given || name.family || name.full)
    return {
      ...parts,
      ...(externalId && { externalId }),
      ...(email && { email }),
      ...(isNamed && namesOf({ ...name, email: email || parts.userName })),
      ...(infix !== undefined && { infix }),
    }
  } catch (error) {
    const active = attribute(body, 'active')
    if (error instanceof ScimError && active !== undefined && !flag(active, 'active')) return { active: false }
    throw error
  }
}

export interface UserRow {
  id: number
  email: string
  firstname: string
  infix: string | null
  lastname: string
  language: string
  status: 'active' | 'inactive'
  joined_at: Date
  user_name: string | null
  external_id: string | null
  updated_at: Date | null
}

/** A person's work as it is shown. */
export interface ShownWork {
  personnel_number: string | null
  job_title: string | null
  /** Null without one, and for one whom the directory does not see. */
  manager: { id: number; name: string } | null
}

const hasExtension = (work: ShownWork | undefined): work is ShownWork => Boolean(work?.personnel_number ?? work?.manager)

/** @param base address of /scim/v2, without a trailing slash */
export const toResource = (row: UserRow, work: ShownWork | undefined, base: string) => ({
  schemas: [USER, ...(hasExtension(work) ? [ENTERPRISE] : [])],
  id: String(row.id),
  ...(row.external_id && { externalId: row.external_id }),
  userName: row.user_name ?? row.email,
  name: { givenName: row.firstname, ...(row.infix && { middleName: row.infix }), familyName: row.lastname, formatted: fullName(row) },
  displayName: fullName(row),
  emails: [{ value: row.email, type: 'work', primary: true }],
  ...(work?.job_title && { title: work.job_title }),
  preferredLanguage: row.language,
  active: row.status === 'active',
  ...(hasExtension(work) && {
    [ENTERPRISE]: {
      ...(work.personnel_number && { employeeNumber: work.personnel_number }),
      ...(work.manager && {
        manager: { value: String(work.manager.id), $ref: `${base}/Users/${work.manager.id}`, displayName: work.manager.name },
      }),
    },
  }),
  meta: {
    resourceType: 'User',
    created: row.joined_at.toISOString(),
    lastModified: (row.updated_at ?? row.joined_at).toISOString(),
    location: `${base}/Users/${row.id}`,
  },
})
export type UserResource = ReturnType<typeof toResource>

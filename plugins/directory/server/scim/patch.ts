import { ScimError } from './errors.js'
import { attribute, chosenEmail, code, flag, isObject, isOfSchema, line, managerOf, type UserChange, type WorkInput } from './user.js'

const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'
const PREFIX = /^urn:ietf:params:scim:schemas:core:2\.0:(User|Group):/i
const EXTENSION = /^urn:ietf:params:scim:schemas:extension:enterprise:2\.0:User(?:[:.]|$)/i
const MAX_PATH = 300
type Json = Record<string, unknown>

export interface Operation {
  op: 'add' | 'replace' | 'remove'
  /** In lower case, without brackets: `name.givenname`, `enterprise.manager`; '' without a path. */
  name: string
  path: string
  /** The text between the brackets of the path, such as `type eq "work"`. */
  selector: string
  value: unknown
}

/** A change, and the parts of the request that cannot be stored. */
export interface Read<T> {
  change: T
  problems: ScimError[]
}

/**
 * Reads the operations of a PATCH (RFC 7644, section 3.5.2), one by one: `read` is called for each named attribute. An error it throws is
 * recorded as a problem and the other operations still apply: directories send all changes in one request.
 * @throws ScimError invalidSyntax for a body that is no patch
 */
export function readOperations(body: Json, read: (operation: Operation) => void): ScimError[] {
  const operations = attribute(body, 'Operations')
  if (!isOfSchema(body, PATCH)) throw new ScimError(400, `"schemas" must name ${PATCH}.`, 'invalidSyntax')
  if (!Array.isArray(operations) || !operations.length || operations.length > 100)
    throw new ScimError(400, '"Operations" is no list of 1 to 100.', 'invalidSyntax')
  const problems: ScimError[] = []
  const attempt = (work: () => void) => {
    try {
      work()
    } catch (error) {
      if (!(error instanceof ScimError)) throw error
      problems.push(error)
    }
  }
  for (const given of operations) attempt(() => partsOf(given).forEach((operation) => attempt(() => read(operation()))))
  return problems
}

/** Applies an operation to each attribute that it names; without a path its value is an object of attributes. @throws ScimError */
function partsOf(given: unknown): (() => Operation)[] {
  if (!isObject(given)) throw new ScimError(400, 'An operation is no object.', 'invalidSyntax')
  const named = attribute(given, 'op')
  const op = typeof named === 'string' ? named.toLowerCase() : ''
  if (op !== 'add' && op !== 'replace' && op !== 'remove')
    throw new ScimError(400, `"${op.slice(0, 40)}" is no operation.`, 'invalidSyntax')
  const path = attribute(given, 'path')
  if (path !== undefined && path !== null && typeof path !== 'string') throw new ScimError(400, 'A path is no text.', 'invalidPath')
  const value = attribute(given, 'value')
  if (path) return [() => ({ op, ...placeOf(path), value })]
  if (op === 'remove') throw new ScimError(400, 'What is removed needs a path.', 'noTarget')
  if (!isObject(value)) throw new ScimError(400, 'Without a path the value is an object.', 'invalidValue')
  return Object.entries(value).map(([name, one]) => () => ({ op, ...placeOf(name), value: one }))
}

/**
 * `emails[type eq "work"].value` → `emails.value` and `type eq "work"`.
 * @throws ScimError invalidPath for one that is too long: the search for brackets takes quadratic time
 */
function placeOf(path: string): Pick<Operation, 'name' | 'path' | 'selector'> {
  if (path.length > MAX_PATH) throw new ScimError(400, `"${path.slice(0, 100)}…" is no attribute.`, 'invalidPath')
  const bare = path.trim().replace(PREFIX, '').replace(EXTENSION, 'enterprise.')
  const selector = /\[([^\]]*)\]/.exec(bare)?.[1]?.trim() ?? ''
  return { name: bare.replace(/\[[^\]]*\]/g, '').toLowerCase(), path, selector }
}

/** Reads a PATCH of a user in the formats of Entra ID and Okta. Attributes without a counterpart here are ignored. @throws ScimError */
export function readPatch(body: Json): Read<UserChange> {
  const change: UserChange = {}
  const problems = readOperations(body, (operation) => {
    if (operation.op === 'remove') remove(change, operation)
    else set(change, operation)
  })
  // Whether a person may sign in is never guessed.
  const unclear = problems.find(({ about }) => about === 'active')
  if (unclear) throw unclear
  return { change, problems }
}

/** The attributes of a person's work. */
const WORK: Record<string, keyof WorkInput> = {
  title: 'title',
  'enterprise.employeenumber': 'employeeNumber',
  'enterprise.manager': 'manager',
  'enterprise.manager.value': 'manager',
}

const KEPT = ['username', 'emails', 'emails.value', 'active', 'name']

function remove(change: UserChange, { name, path, selector }: Operation): void {
  if (name === 'externalid') change.externalId = null
  else if (name === 'name.middlename') change.infix = null
  else if (WORK[name]) change.work = { ...change.work, [WORK[name]]: null }
  else if (name === 'name.givenname') change.firstname = ''
  else if (name === 'name.familyname') change.lastname = ''
  else if (KEPT.includes(name) && !isOtherAddress(selector))
    throw new ScimError(400, `"${path.slice(0, 100)}" cannot be removed.`, 'mutability')
}

/** An address of another type than the one used to sign in. */
const isOtherAddress = (selector: string) => /^type\s+eq\s+"(?!work")/i.test(selector)

function required(value: unknown, name: string, max: number): string {
  const text = line(value, name, max)
  if (!text) throw new ScimError(400, `"${name}" may not be empty.`, 'invalidValue')
  return text
}

function set(change: UserChange, { op, name, selector, value }: Operation): void {
  switch (name) {
    case 'active':
      change.active = flag(value, 'active')
      break
    case 'username':
      change.userName = required(value, 'userName', 254)
      break
    case 'externalid':
      change.externalId = code(value, 'externalId', 300) || null
      break
    case 'title':
      change.work = { ...change.work, title: line(value, 'title', 100) || null }
      break
    case 'enterprise.employeenumber':
      change.work = { ...change.work, employeeNumber: code(value, 'employeeNumber', 50) || null }
      break
    case 'enterprise.manager':
    case 'enterprise.manager.value':
      change.work = { ...change.work, manager: managerOf(value) }
      break
    case 'enterprise.': {
      if (!isObject(value)) throw new ScimError(400, 'The enterprise extension is no object.', 'invalidValue')
      for (const [part, one] of Object.entries(value))
        set(change, { op, name: `enterprise.${part.toLowerCase()}`, path: part, selector: '', value: one })
      break
    }
    case 'name.givenname':
      change.firstname = line(value, 'name.givenName', 100)
      break
    case 'name.middlename':
      change.infix = line(value, 'name.middleName', 100) || null
      break
    case 'name.familyname':
      change.lastname = line(value, 'name.familyName', 100)
      break
    case 'name': {
      if (!isObject(value)) throw new ScimError(400, '"name" is no object.', 'invalidValue')
      for (const [part, one] of Object.entries(value))
        set(change, { op, name: `name.${part.toLowerCase()}`, path: `name.${part}`, selector: '', value: one })
      break
    }
    case 'emails.value':
      if (!isOtherAddress(selector)) change.email = required(value, 'emails.value', 254).toLowerCase()
      break
    case 'emails': {
      if (isOtherAddress(selector)) break
      const email = chosenEmail(Array.isArray(value) ? value : [value])
      if (email !== null) change.email = required(email, 'emails.value', 254).toLowerCase()
      break
    }
  }
}

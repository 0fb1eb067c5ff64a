import { ScimError } from './errors.js'
import { attribute, flag, line } from './user.js'

const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'
const USER_PREFIX = /^urn:ietf:params:scim:schemas:core:2\.0:User:/i
const ENTERPRISE = /^urn:ietf:params:scim:schemas:extension:/i
type Json = Record<string, unknown>

/** What a patch changes; what is left out stays. */
export interface UserChange {
  userName?: string
  externalId?: string | null
  email?: string
  firstname?: string
  lastname?: string
  active?: boolean
}

// What the standard has and this platform keeps nothing of (RFC 7643, section 4.1): taken, as directories send what they have.
const IGNORED = new Set(
  'name.formatted name.middlename name.honorificprefix name.honorificsuffix displayname nickname profileurl title usertype preferredlanguage locale timezone password addresses phonenumbers ims photos groups entitlements roles x509certificates id meta schemas'.split(
    ' ',
  ),
)

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

const MAX_PATH = 300

/**
 * `emails[type eq "work"].value` → `emails`; `name.givenName` → `name.givenname`.
 * @throws ScimError invalidPath for one that is too long: looking for brackets costs the square of it
 */
function nameOf(path: string): string {
  if (path.length > MAX_PATH) throw new ScimError(400, `"${path.slice(0, 100)}…" is no attribute of a user.`, 'invalidPath')
  return path
    .trim()
    .replace(USER_PREFIX, '')
    .replace(/\[[^\]]*\]/g, '')
    .toLowerCase()
}

/**
 * Reads a PATCH (RFC 7644, section 3.5.2), in the shapes that Entra ID and Okta send: operations with a path or with an object of
 * attributes, names with dots in them, "Replace" and "False".
 * @throws ScimError invalidSyntax, invalidPath, invalidValue, mutability
 */
export function readPatch(body: Json): UserChange {
  const schemas = attribute(body, 'schemas')
  const operations = attribute(body, 'Operations')
  if (!Array.isArray(schemas) || !schemas.includes(PATCH)) throw new ScimError(400, `"schemas" must name ${PATCH}.`, 'invalidSyntax')
  if (!Array.isArray(operations) || !operations.length || operations.length > 100)
    throw new ScimError(400, '"Operations" is no list of 1 to 100.', 'invalidSyntax')
  const change: UserChange = {}
  for (const operation of operations) {
    if (!isObject(operation)) throw new ScimError(400, 'An operation is no object.', 'invalidSyntax')
    const given = attribute(operation, 'op')
    const op = typeof given === 'string' ? given.toLowerCase() : ''
    const path = attribute(operation, 'path')
    if (!['add', 'replace', 'remove'].includes(op)) throw new ScimError(400, `"${op.slice(0, 40)}" is no operation.`, 'invalidSyntax')
    if (path !== undefined && path !== null && typeof path !== 'string') throw new ScimError(400, 'A path is no text.', 'invalidPath')
    const value = attribute(operation, 'value')
    if (op === 'remove') {
      if (!path) throw new ScimError(400, 'What is removed needs a path.', 'noTarget')
      remove(change, nameOf(path), path)
    } else if (path) set(change, nameOf(path), value, path)
    else if (isObject(value)) for (const [name, one] of Object.entries(value)) set(change, nameOf(name), one, name)
    else throw new ScimError(400, 'Without a path the value is an object.', 'invalidValue')
  }
  return change
}

function remove(change: UserChange, name: string, path: string): void {
  if (name === 'externalid') change.externalId = null
  else if (['username', 'emails', 'emails.value', 'active', 'name', 'name.givenname', 'name.familyname'].includes(name)) {
    throw new ScimError(400, `"${path.slice(0, 100)}" cannot be removed.`, 'mutability')
  } else known(name, path)
}

function known(name: string, path: string): void {
  if (ENTERPRISE.test(path) || IGNORED.has(name) || IGNORED.has(name.split('.')[0]!) || /^emails\.(type|primary|display)$/.test(name))
    return
  throw new ScimError(400, `"${path.slice(0, 100)}" is no attribute of a user.`, 'invalidPath')
}

function required(value: unknown, name: string, max: number): string {
  const text = line(value, name, max)
  if (!text) throw new ScimError(400, `"${name}" may not be empty.`, 'invalidValue')
  return text
}

function set(change: UserChange, name: string, value: unknown, path: string): void {
  switch (name) {
    case 'active':
      change.active = flag(value, 'active')
      break
    case 'username':
      change.userName = required(value, 'userName', 254)
      break
    case 'externalid':
      change.externalId = line(value, 'externalId', 300) || null
      break
    case 'name.givenname':
      change.firstname = required(value, 'name.givenName', 100)
      break
    case 'name.familyname':
      change.lastname = required(value, 'name.familyName', 100)
      break
    case 'name':
      if (!isObject(value)) throw new ScimError(400, '"name" is no object.', 'invalidValue')
      for (const [part, one] of Object.entries(value)) set(change, `name.${part.toLowerCase()}`, one, `name.${part}`)
      break
    case 'emails.value':
      change.email = required(value, 'emails.value', 254).toLowerCase()
      break
    case 'emails': {
      const one = Array.isArray(value)
        ? (value.find((entry) => isObject(entry) && attribute(entry, 'primary') === true) ?? value[0])
        : value
      const email: unknown = isObject(one) ? attribute(one, 'value') : one
      change.email = required(email, 'emails.value', 254).toLowerCase()
      break
    }
    default:
      known(name, path)
  }
}

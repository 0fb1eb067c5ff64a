import { ScimError } from './errors.js'

export interface UserFilter {
  by: 'userName' | 'externalId' | 'id' | 'email'
  value: string
}

const ONE = /^\s*([\w.:]+(?:\[[^\]]{0,60}\])?(?:\.\w+)?)\s+(\w+)\s+("(?:[^"\\]|\\.)*")\s*$/

/**
 * Reads a filter: one attribute that equals a value, as directories look somebody up (RFC 7644, section 3.4.2.2).
 * @throws ScimError invalidFilter for every other
 */
export function readFilter(text: string): UserFilter {
  const [, path, op, quoted] = ONE.exec(text.slice(0, 600)) ?? []
  if (!path || !quoted || op!.toLowerCase() !== 'eq')
    throw new ScimError(400, 'Only filters such as userName eq "…" are answered.', 'invalidFilter')
  let value: string
  try {
    value = JSON.parse(quoted) as string
  } catch {
    throw new ScimError(400, 'The value of the filter is no text.', 'invalidFilter')
  }
  const name = path
    .replace(/^urn:ietf:params:scim:schemas:core:2\.0:User:/i, '')
    .replace(/\[[^\]]*\]/, '')
    .toLowerCase()
  const by = ({ username: 'userName', externalid: 'externalId', id: 'id', emails: 'email', 'emails.value': 'email' } as const)[name]
  if (!by || value.includes('\0')) throw new ScimError(400, `Nobody is looked up by "${path.slice(0, 60)}".`, 'invalidFilter')
  return { by, value }
}

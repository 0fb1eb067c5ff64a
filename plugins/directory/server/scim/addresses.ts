/** The addresses below `/scim/v2/` with the methods that each answers. */
const ADDRESSES: readonly [RegExp, string][] = [
  [/^(Users|Groups)\/\.search$/i, 'POST'],
  [/^(Users|Groups)$/i, 'GET, POST'],
  [/^(Users|Groups)\/[^/]+$/i, 'GET, PUT, PATCH, DELETE'],
  [/^ServiceProviderConfig$/i, 'GET'],
  [/^(ResourceTypes|Schemas)(\/[^/]+)?$/i, 'GET'],
]
/** Parts of the standard that this server does not support: `/Bulk`, `/Me` and a search of everything. */
const UNSUPPORTED = /^(Bulk|Me|\.search)$/i

/** The refusal of a request that has no route, as the standard asks (RFC 7644, section 3.12). Pure. */
export function refusalOfPath(path: string): { status: 404 | 405 | 501; detail: string; allow?: string } {
  if (UNSUPPORTED.test(path)) return { status: 501, detail: `This server does not have /${path}.` }
  const [, allow] = ADDRESSES.find(([pattern]) => pattern.test(path)) ?? []
  if (allow) return { status: 405, detail: `This address answers ${allow}.`, allow }
  return { status: 404, detail: 'There is nothing at that address. Resources are /Users and /Groups.' }
}

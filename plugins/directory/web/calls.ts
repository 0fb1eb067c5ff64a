import type { ShownScim } from '../server/scim/token.js'
import type { ShownProvider } from '../server/services/provider.js'

export type { ShownProvider, ShownScim }

export const pathOf = (company: string, what: string) => `/api/directory/companies/${company}/${what}`
export const providerKey = (company: string) => ['directory', 'provider', company]
export const scimKey = (company: string) => ['directory', 'scim', company]

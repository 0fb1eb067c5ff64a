import type { ShownPlatform, ToolAddresses } from '../server/services/manage.js'
import type { ShownSecret, ShownSource } from '../server/services/sources.js'
import type { CheckLine } from '../server/services/check_platform.js'

export type { CheckLine, ShownPlatform, ShownSecret, ShownSource, ToolAddresses }

export interface ShownCompany {
  company: { id: number; name: string; login_id: string }
  platforms: ShownPlatform[]
  addresses: ToolAddresses
}
export const pathOf = (company: string, what = 'platforms') => `/api/lti/companies/${company}/${what}`
export const platformsKey = (company: string) => ['lti', 'platforms', company]

export interface ShownSources {
  company: { id: number; name: string; login_id: string }
  sources: ShownSource[]
  address: string
  audience: string
}
export const sourcesKey = (company: string) => ['lti', 'sources', company]

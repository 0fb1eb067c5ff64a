import type { ShownPlatform, ToolAddresses } from '../server/services/manage.js'
import type { CheckLine } from '../server/services/check_platform.js'

export type { CheckLine, ShownPlatform, ToolAddresses }

export interface ShownCompany {
  company: { id: number; name: string; login_id: string }
  platforms: ShownPlatform[]
  addresses: ToolAddresses
}
export const pathOf = (company: string, what = 'platforms') => `/api/lti/companies/${company}/${what}`
export const platformsKey = (company: string) => ['lti', 'platforms', company]

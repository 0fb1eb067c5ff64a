// Whose data the running code may touch, and the narrow, audited exceptions.
export { acrossCompanies, withinReach } from '../tenancy/across.js'
export { inChosenCompany, inCompanyOfRow, inCompanyOfRowNaming } from '../tenancy/company_of_row.js'
export { type TokenLookup, inCompanyOfToken, inOpenCompany, inPublicSite, publishedByAll } from '../tenancy/public_lookup.js'
export { type PlatformRow, leaveForPlatform } from '../tenancy/platform_rows.js'
export { currentCompanyId, currentScopeCompany, onPlatform } from '../tenancy/scope.js'
export type { Session } from '../tenancy/session.js'
export { sessionOfMember } from '../accounts/session_store.js'

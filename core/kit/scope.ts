// Whose data running code may touch, and the narrow, audited ways past one company.
export { acrossCompanies, withinReach } from '../tenancy/across.js'
export { inCompanyOfRow } from '../tenancy/company_of_row.js'
export { type TokenLookup, inCompanyOfToken } from '../tenancy/public_lookup.js'
export { currentCompanyId } from '../tenancy/scope.js'
export type { Session } from '../tenancy/session.js'

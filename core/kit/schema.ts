// The base of a plugin's migrations: tables with a forced policy, references that stay within a company.
export { CURRENT_COMPANY, TenantSchema } from '../tenancy/tenant_schema.js'

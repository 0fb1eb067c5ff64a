/** Role that every company query runs as: owns nothing, cannot bypass a policy. */
export const TENANT_ROLE = 'platform_tenant'
/** Role for work across companies; handed out by `acrossCompanies` and `asSystem` only. */
export const ACROSS_ROLE = 'platform_across'

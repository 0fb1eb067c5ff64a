import type { SettingValue } from './settings.js'

/** A company that ships with the code: `tenants/<login id>/tenant.ts`. Its files are next to it. */
export interface TenantDeclaration {
  /** Equals the folder's name; the sign-in page is /login/<loginId>. */
  readonly loginId: string
  /** Ids of the plugins that are on. */
  readonly plugins: readonly string[]
  /**
   * Its settings: plugin → key → value, as declared by core (core/settings.ts) and the plugins; an image is the name of a file next to this
   * one. Validated against the declarations at startup; omitted settings have their defaults.
   */
  readonly settings: Readonly<Record<string, Readonly<Record<string, SettingValue>>>>
}

/** Declares a tenant, with type checks where it is written. */
export function defineTenant(tenant: TenantDeclaration): TenantDeclaration {
  return tenant
}

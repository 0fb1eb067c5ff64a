import type { SettingValue } from './settings.js'

/** A company that ships with the code: `tenants/<login id>/tenant.ts`. Files are beside it. */
export interface TenantDeclaration {
  /** Equals the folder's name; the address is /login/<loginId>. */
  readonly loginId: string
  /** Ids of the plugins that are on. */
  readonly plugins: readonly string[]
  /**
   * What it chose: plugin → key → value, of the settings that core (core/settings.ts) and the plugins
   * declare; an image is the name of a file beside this one. Checked at start by the declarations; what is left out has its default.
   */
  readonly settings: Readonly<Record<string, Readonly<Record<string, SettingValue>>>>
}

/** Declares a tenant, with its fields checked where it is written. */
export function defineTenant(tenant: TenantDeclaration): TenantDeclaration {
  return tenant
}

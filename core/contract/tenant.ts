import type { Language } from './languages.js'

/** A company that ships with the code: `tenants/<login id>/tenant.ts`. Files are beside it. */
export interface TenantDeclaration {
  /** Equals the folder's name; the address is /login/<loginId>. */
  readonly loginId: string
  readonly name: string
  readonly legalName: string
  readonly abbreviation?: string
  /** Who mails are from. */
  readonly senderName: string
  /** HEX. */
  readonly primaryColor: string
  readonly secondaryColor: string
  /** Id of a theme in themes/. */
  readonly theme: string
  readonly logo?: string
  readonly favicon?: string
  readonly defaultLanguage: Language
  readonly address: { readonly street: string; readonly postalCode: string; readonly city: string; readonly country: string }
  /** Ids of the plugins that are on. */
  readonly plugins: readonly string[]
  readonly catalogueAccess?: boolean
  readonly sirMember?: boolean
  readonly examProvider?: boolean
}

/** Declares a tenant, with its fields checked where it is written. */
export function defineTenant(tenant: TenantDeclaration): TenantDeclaration {
  return tenant
}

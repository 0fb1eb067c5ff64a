import type { Branding } from '../contract/bootstrap.js'

/** The branding columns; all of them are public. */
export const BRANDING_COLUMNS = 'id, login_id::text, name, logo_file, favicon_file, primary_color, secondary_color, theme, default_language'

export interface BrandingRow {
  id: number
  login_id: string
  name: string
  logo_file: string | null
  favicon_file: string | null
  primary_color: string
  secondary_color: string
  theme: string
  default_language: string
}

/** Files are named by the hash of their content, so their URL can be cached for ever. */
export const imageUrl = (file: string | null): string | null => (file ? `/images/${file}` : null)

/** A company's look, safe to show to any visitor. Pure. */
export function brandingOf(row: BrandingRow): Branding {
  return {
    loginId: row.login_id,
    companyName: row.name,
    logoUrl: imageUrl(row.logo_file),
    faviconUrl: imageUrl(row.favicon_file),
    primaryColor: row.primary_color,
    secondaryColor: row.secondary_color,
    theme: row.theme,
  }
}

/** The platform's own neutral look, for pages without a company and for admins. @param colors replaces its colours on a public page */
export function platformBranding(colors?: { primary: string; secondary: string; theme?: string }): Branding {
  return {
    loginId: null,
    companyName: 'Leerplatform',
    logoUrl: null,
    faviconUrl: null,
    primaryColor: colors?.primary ?? '#2F4858',
    secondaryColor: colors?.secondary ?? '#7A8B99',
    theme: colors?.theme ?? 'base',
  }
}

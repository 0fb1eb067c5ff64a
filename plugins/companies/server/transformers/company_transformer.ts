import { type CompanyRow, imageUrl } from '#core/kit/companies'

/** One line of the list. */
export interface Company {
  id: number
  login_id: string
  name: string
  logo_url: string | null
  city: string | null
  participants: number
  status: 'active' | 'inactive'
  exam_provider: boolean
  sir_member: boolean
  catalogue_access: boolean
  registration_date: string
}

/** The panel: the line, and everything that may be changed. */
export interface CompanyDetail extends Company {
  legal_name: string
  abbreviation: string | null
  sender_name: string
  street: string | null
  postal_code: string | null
  country: string | null
  primary_color: string
  secondary_color: string
  no_direct_communication: boolean
  platform_branding: boolean
  tag_manager_id: string | null
  /** Goes back with a change, unread. */
  updated_at: string
}

export function toCompany(row: CompanyRow): Company {
  return {
    id: row.id,
    login_id: row.login_id,
    name: row.name,
    logo_url: imageUrl(row.logo_file),
    city: row.city,
    participants: row.participants,
    status: row.status,
    exam_provider: row.exam_provider,
    sir_member: row.sir_member,
    catalogue_access: row.catalogue_access,
    registration_date: row.created_at.toISOString(),
  }
}

export function toCompanyDetail(row: CompanyRow): CompanyDetail {
  return {
    ...toCompany(row),
    legal_name: row.legal_name,
    abbreviation: row.abbreviation,
    sender_name: row.sender_name,
    street: row.street,
    postal_code: row.postal_code,
    country: row.country,
    primary_color: row.primary_color,
    secondary_color: row.secondary_color,
    no_direct_communication: row.no_direct_communication,
    platform_branding: row.platform_branding,
    tag_manager_id: row.tag_manager_id,
    updated_at: row.version,
  }
}

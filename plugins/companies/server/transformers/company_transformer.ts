import type { Setting, SettingsByPlugin, SettingValue } from '#core/contract/settings'
import type { Session } from '#core/kit/scope'
import { type CompanyRow, imageUrl, settingsFor } from '#core/kit/companies'

/** One line of the list. */
export interface Company {
  id: number
  login_id: string
  name: string
  logo_url: string | null
  city: string | null
  participants: number
  status: string
  exam_provider: boolean
  sir_member: boolean
  catalogue_access: boolean
  registration_date: string
}

/** One company: the line, and everything that can be changed. */
export interface CompanyDetail extends Company {
  /** Plugin → key → value; an image as its address. */
  settings: Record<string, Record<string, SettingValue>>
  /** The fields of the form, in its order. */
  fields: { plugin: string; fields: Setting[] }[]
  /** Values that only the platform changes; a supervisor sees them. */
  fixed: { plugin: string; fields: Setting[] }[]
  /** Ids of the plugins that are on. */
  plugins: string[]
  /** Sent back unchanged with a change. */
  updated_at: string
}

const isOn = (row: CompanyRow, flag: string): boolean => row.settings.companies?.[flag] === true

export function toCompany(row: CompanyRow): Company {
  const { core } = row.settings
  return {
    id: row.id,
    login_id: row.login_id,
    name: core.name,
    logo_url: imageUrl(core.logo),
    city: core.city,
    participants: row.participants,
    status: core.status,
    exam_provider: isOn(row, 'exam_provider'),
    sir_member: isOn(row, 'sir_member'),
    catalogue_access: isOn(row, 'catalogue_access'),
    registration_date: row.created_at.toISOString(),
  }
}

export function toCompanyDetail(row: CompanyRow, { isAdmin }: Session): CompanyDetail {
  const declared = (wanted: (field: Setting) => boolean) =>
    settingsFor(row.plugins)
      .map(({ plugin, fields }) => ({
        plugin,
        // Its storage path is not public.
        fields: fields.filter(wanted).map(({ column: _column, ...field }) => field as Setting),
      }))
      .filter(({ fields }) => fields.length)
  const fields = declared(({ platform }) => isAdmin || !platform)
  const fixed = declared(({ platform }) => !isAdmin && platform === true)
  const settings = shownSettings(
    row.settings,
    declared(() => true),
  )
  return { ...toCompany(row), settings, fields, fixed, plugins: row.plugins, updated_at: row.version }
}

/** The values as the form shows them. */
function shownSettings(settings: SettingsByPlugin, declared: CompanyDetail['fields']): CompanyDetail['settings'] {
  return Object.fromEntries(
    declared.map(({ plugin, fields }) => [
      plugin,
      Object.fromEntries(
        fields.map(({ key, kind }) => {
          const value = settings[plugin]![key]!
          return [key, kind === 'image' ? imageUrl(value as string | null) : value]
        }),
      ),
    ]),
  )
}

import type { Setting, SettingValue } from '#core/contract/settings'
import { type CsvValue, toCsv } from '#core/kit/lists'
import { translate } from '#core/kit/words'
import { type CompanyRow, settingsFor } from '#core/kit/companies'

/** The list as a file, its head and its fixed words in the reader's language: who it is, and every setting that all companies have. */
export function companiesCsv(rows: readonly CompanyRow[], lang: string): string {
  const t = (id: string) => translate(lang, id)
  const settings = settingsFor([]).flatMap(({ plugin, fields }) =>
    fields
      .filter(({ kind }) => kind !== 'image' && kind !== 'texts')
      .map((field): [string, (row: CompanyRow) => CsvValue] => [
        `${plugin}.settings.${field.key}`,
        (row) => written(t, plugin, field, row.settings[plugin]![field.key]!),
      ]),
  )
  const columns: [head: string, value: (row: CompanyRow) => CsvValue][] = [
    ...settings.slice(0, 2),
    ['companies.field.login_id', (row) => row.login_id],
    ['companies.field.participants', (row) => row.participants],
    ['companies.field.registration_date', (row) => row.created_at.toISOString().slice(0, 10)],
    ...settings.slice(2),
  ]
  return toCsv(
    columns.map(([head]) => t(head)),
    rows.map((row) => columns.map(([, value]) => value(row))),
  )
}

function written(t: (id: string) => string, plugin: string, field: Setting, value: SettingValue): CsvValue {
  if (field.kind === 'flag') return t(value ? 'companies.yes' : 'companies.no')
  if (field.kind === 'choice' && value) return t(`${plugin}.settings.${field.key}_${String(value)}`)
  return value as CsvValue
}

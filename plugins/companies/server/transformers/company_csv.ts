import { type CsvValue, toCsv } from '#core/kit/lists'
import { translate } from '#core/kit/words'
import type { CompanyRow } from '#core/kit/companies'

/** The list as a file, its head and its fixed words in the reader's language. */
export function companiesCsv(rows: readonly CompanyRow[], lang: string): string {
  const t = (id: string) => translate(lang, `companies.${id}`)
  const yes = (value: boolean) => t(value ? 'yes' : 'no')
  const columns: [head: string, value: (row: CompanyRow) => CsvValue][] = [
    ['field.name', (row) => row.name],
    ['field.legal_name', (row) => row.legal_name],
    ['field.login_id', (row) => row.login_id],
    ['field.street', (row) => row.street],
    ['field.postal_code', (row) => row.postal_code],
    ['field.city', (row) => row.city],
    ['field.country', (row) => row.country],
    ['field.participants', (row) => row.participants],
    ['field.status', (row) => t(`status.${row.status}`)],
    ['field.exam_provider', (row) => yes(row.exam_provider)],
    ['field.sir_member', (row) => yes(row.sir_member)],
    ['field.catalogue_access', (row) => yes(row.catalogue_access)],
    ['field.registration_date', (row) => row.created_at.toISOString().slice(0, 10)],
  ]
  return toCsv(
    columns.map(([head]) => t(head)),
    rows.map((row) => columns.map(([, value]) => value(row))),
  )
}

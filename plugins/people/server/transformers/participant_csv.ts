import { type CsvValue, toCsv } from '#core/contract/csv'
import { translate } from '#core/i18n/catalogue'
import type { ParticipantRow } from './participant_transformer.js'

const day = (value: Date | null) => value?.toISOString().slice(0, 10) ?? null

/** The list as a file, its head and its fixed words in the reader's language. */
export function participantsCsv(rows: readonly ParticipantRow[], lang: string): string {
  const t = (id: string) => translate(lang, `people.${id}`)
  const columns: [head: string, value: (row: ParticipantRow) => CsvValue][] = [
    ['column.firstname', (row) => row.firstname],
    ['column.lastname', (row) => row.lastname],
    ['column.email', (row) => row.email],
    ['column.works_at', (row) => row.company_name],
    ['column.role', (row) => t(`role.${row.role}`)],
    ['column.status', (row) => t(`status.${row.status}`)],
    ['column.registration_date', (row) => day(row.created_at)],
    ['column.last_seen', (row) => day(row.last_seen_at)],
    ['column.birthdate', (row) => row.birthdate],
    ['column.gender', (row) => t(`gender.${row.gender}`)],
    ['column.language', (row) => row.language],
    ['column.courses', (row) => row.courses],
    ['column.passed', (row) => row.passed],
  ]
  return toCsv(
    columns.map(([head]) => t(head)),
    rows.map((row) => columns.map(([, value]) => value(row))),
  )
}

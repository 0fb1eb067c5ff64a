import { useIntl } from 'react-intl'
import type { ColumnKind } from '#core/contract/lists'
import { useFormat, useT } from '#web/i18n'
import { useFiltersOverPeople } from '#web/ui'
import { conditionPhrases } from '../../contract/condition_words.js'
import { type GroupUnit, type ReportDefinition, type ResultValue, type SourceFacts } from '../../contract/definition.js'

interface Written {
  kind: ColumnKind
  choices: Readonly<Record<string, string>> | null
}

/** Values, groups, filters and periods of a report in words. */
export function useReportWords() {
  const t = useT()
  const intl = useIntl()
  const format = useFormat()
  const people = useFiltersOverPeople()
  const value = ({ kind, choices }: Written, given: ResultValue): string => {
    if (given === null || given === '') return ''
    if (kind === 'flag') return t(given ? 'core.table.yes' : 'core.table.no')
    if (kind === 'choice') return choices?.[String(given)] ? t(choices[String(given)]!) : String(given)
    if (kind === 'day') return format.day(String(given))
    if (kind === 'moment') return format.dateTime(String(given))
    return kind === 'number' ? format.number(Number(given)) : String(given)
  }
  /** A group of time is the first day of its unit. */
  const group = (column: Written, unit: GroupUnit | undefined, given: ResultValue): string => {
    if (given === null || given === '') return t('reports.result.nothing')
    if (column.kind !== 'day' && column.kind !== 'moment') return value(column, given)
    const day = String(given)
    if (unit === 'year') return day.slice(0, 4)
    // A day without a time is at midnight UTC: formatted in another time zone it could be the previous day.
    if (unit === 'month' || !unit) return intl.formatDate(day, { month: 'short', year: 'numeric', timeZone: 'UTC' })
    return intl.formatDate(day, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
  }
  /** All conditions of a report, one phrase each. */
  const conditions = (definition: ReportDefinition, sources: readonly SourceFacts[] | undefined): string[] =>
    conditionPhrases(
      definition,
      { columns: sources?.find(({ name }) => name === definition.source)?.columns ?? [], people: people.data ?? [] },
      { t, day: (day) => (day ? format.day(day) : '') },
    )
  return { value, group, conditions }
}

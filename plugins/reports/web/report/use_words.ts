import { useIntl } from 'react-intl'
import type { ColumnKind } from '#core/contract/lists'
import { useFormat, useT } from '#web/i18n'
import { OPERATORS, type GroupUnit, type ReportDefinition, type ResultValue, type SourceFacts } from '../../contract/definition.js'

interface Written {
  kind: ColumnKind
  choices: Readonly<Record<string, string>> | null
}

/** Values, groups, filters and periods of a report in words. */
export function useReportWords() {
  const t = useT()
  const intl = useIntl()
  const format = useFormat()
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
    // A day without a time is at midnight UTC: written in any other zone it could be the day before.
    if (unit === 'month' || !unit) return intl.formatDate(day, { month: 'short', year: 'numeric', timeZone: 'UTC' })
    return intl.formatDate(day, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
  }
  /** Everything that narrows a report, one phrase each. */
  const conditions = ({ filters, period, source }: ReportDefinition, sources: readonly SourceFacts[] | undefined): string[] => {
    const columns = sources?.find(({ name }) => name === source)?.columns ?? []
    const labelOf = (key: string) => {
      const column = columns.find((one) => one.key === key)
      return column ? t(column.label) : key
    }
    const phrases = filters.map(({ column: key, op, value: given = '', values = [] }) => {
      const column = columns.find((one) => one.key === key)
      const label = labelOf(key)
      const wants = OPERATORS[op].value
      // "Status: Geslaagd", "Te laat: ja", "Klaar vóór: laatste 10 dagen"; anything else as a sentence: "Deelnemer bevat sanne".
      if (op === 'any_of') return `${label}: ${values.map((one) => (column?.choices?.[one] ? t(column.choices[one]!) : one)).join(', ')}`
      if (op === 'yes' || op === 'no') return `${label}: ${t(`reports.op.${op}`)}`
      if (wants === 'days') return `${label}: ${t(`reports.period.${op}_days`, { count: Number(given) })}`
      const chosen = values.map((one) => (column?.choices?.[one] ? t(column.choices[one]!) : one)).join(', ')
      const text = wants === 'choices' ? chosen : wants === 'day' ? format.day(given) : given
      return t('reports.filter.phrase', { column: label, op: t(`reports.op.${op}`), value: text }).trim()
    })
    if (!period) return phrases
    const span =
      period.kind === 'between'
        ? t('reports.period.between_phrase', { from: format.day(period.from) || '…', to: format.day(period.to) || '…' })
        : period.unit
          ? t(`reports.period.${period.kind}_${period.unit}`)
          : t(`reports.period.${period.kind}_days`, { count: period.days ?? 30 })
    return [`${labelOf(period.column)}: ${span}`, ...phrases]
  }
  return { value, group, conditions }
}

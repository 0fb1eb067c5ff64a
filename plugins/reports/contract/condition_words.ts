import { OPERATORS, type ReportDefinition } from './definition.js'

/** The words to use: in the browser, or on the server for a file. */
export interface Wording {
  t: (message: string, values?: Record<string, string | number>) => string
  /** Formats `yyyy-mm-dd` for the reader; empty for none. */
  day: (day: string | undefined) => string
}

interface Named {
  readonly key: string
  readonly label: string
  readonly choices?: Readonly<Record<string, string>> | null | undefined
}

/** A filter over people, with its options. */
interface OverPeople {
  readonly key: string
  readonly label: string
  readonly options: readonly { value: string; label: string }[]
}

/**
 * All conditions of a report, one phrase each: the company, the period, then the filters. Pure.
 * @param known.people filters over people; one that no longer exists is ignored and not listed
 */
export function conditionPhrases(
  { filters, period, people }: ReportDefinition,
  known: { columns: readonly Named[]; people: readonly OverPeople[] },
  { t, day }: Wording,
): string[] {
  const { columns } = known
  const groups = known.people.flatMap(({ key, label, options }) => {
    const chosen = options.filter(({ value }) => people[key]?.map(String).includes(value))
    return chosen.length ? [`${t(label)}: ${chosen.map((option) => option.label).join(', ')}`] : []
  })
  const labelOf = (key: string) => {
    const column = columns.find((one) => one.key === key)
    return column ? t(column.label) : key
  }
  const phrases = filters.map(({ column: key, op, value: given = '', values = [] }) => {
    const column = columns.find((one) => one.key === key)
    const label = labelOf(key)
    const wants = OPERATORS[op].value
    const chosen = values.map((one) => (column?.choices?.[one] ? t(column.choices[one]!) : one)).join(', ')
    // "Status: Geslaagd", "Te laat: ja", "Uiterlijk op: laatste 10 dagen"; otherwise as a sentence: "Deelnemer bevat sanne".
    if (op === 'any_of') return `${label}: ${chosen}`
    if (op === 'yes' || op === 'no') return `${label}: ${t(`reports.op.${op}`)}`
    if (wants === 'days') return `${label}: ${t(`reports.period.${op}_days`, { count: Number(given) })}`
    const text = wants === 'choices' ? chosen : wants === 'day' ? day(given) : given
    return t('reports.filter.phrase', { column: label, op: t(`reports.op.${op}`), value: text }).trim()
  })
  if (!period) return [...groups, ...phrases]
  const span =
    period.kind === 'between'
      ? t('reports.period.between_phrase', { from: day(period.from) || '…', to: day(period.to) || '…' })
      : period.unit
        ? t(`reports.period.${period.kind}_${period.unit}`)
        : t(`reports.period.${period.kind}_days`, { count: period.days ?? 30 })
  return [...groups, `${labelOf(period.column)}: ${span}`, ...phrases]
}

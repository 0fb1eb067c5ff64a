import type { ReportDefinition, SourceFacts } from '../../contract/definition.js'

/** A new report of a source: its default columns, and all rows. */
export const newDefinition = ({ name, columns, period }: SourceFacts): ReportDefinition => ({
  source: name,
  columns: columns.filter(({ chosen }) => chosen).map(({ key }) => key),
  match: 'all',
  filters: [],
  period: null,
  people: {},
  company: null,
  group: null,
  chart: null,
  // Newest first, if its time is one of the columns.
  sort: columns.some(({ key, chosen }) => chosen && key === period) ? `-${period}` : null,
})

/** An incomplete filter: its value is still to be typed. Until then the report is shown without it. */
const isWhole = (filter: ReportDefinition['filters'][number]): boolean => {
  switch (filter.op) {
    case 'any_of':
    case 'none_of':
      return Boolean(filter.values?.length)
    case 'yes':
    case 'no':
    case 'empty':
    case 'not_empty':
      return true
    default:
      return Boolean(filter.value?.trim())
  }
}

/** The valid part of a definition, while a person is still filling it in. */
export const ready = (definition: ReportDefinition): ReportDefinition => {
  const { period } = definition
  const isOpen = period?.kind === 'between' && !period.from && !period.to
  const isBackwards = period?.from !== undefined && period.to !== undefined && period.from > period.to
  return {
    ...definition,
    filters: definition.filters.filter(isWhole),
    period: isOpen || isBackwards ? null : period,
  }
}

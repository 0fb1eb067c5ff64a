import type { ReportDefinition, SourceFacts } from '../../contract/definition.js'

/** A new report of a source: its usual columns, and everything that there is. */
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
  // The latest first, where its time is one of them.
  sort: columns.some(({ key, chosen }) => chosen && key === period) ? `-${period}` : null,
})

/** A filter that says nothing yet: its value is still to be typed. The report is shown without it until then. */
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

/** What can be asked for while somebody is still filling in. */
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

import type { ReportColumn, ReportSource } from '#core/contract/reports'
import { invalid } from '#core/contract/errors'
import { isDay } from '#core/kit/days'
import { OPERATORS, type ReportDefinition, type ReportFilter, operatorsOf } from '../../contract/definition.js'

/** The most days that a filter or a period may look back or ahead: ten years. */
export const MAX_DAYS = 3660

/** Whether a report can be grouped by a column. */
export const groupable = ({ kind, groups }: ReportColumn) => groups ?? kind !== 'number'

function checkValue(filter: ReportFilter, column: ReportColumn, field: string): void {
  const { value, values } = filter
  const wants = OPERATORS[filter.op].value
  const wrong = (rule: string) => {
    throw invalid(field, rule)
  }
  if (wants === 'choices') {
    if (!values?.length) wrong('required')
    if (values!.some((one) => !Object.hasOwn(column.choices ?? {}, one))) wrong('enum')
    return
  }
  if (wants === 'none') return
  if (value === undefined || value.trim() === '') wrong('required')
  if (wants === 'day' && !isDay(value!)) wrong('day')
  const isNumber = wants === 'number' || (filter.op === 'is' && column.kind === 'number')
  if (isNumber && !/^-?\d{1,12}(\.\d{1,6})?$/.test(value!)) wrong('number')
  if (wants === 'days' && !(/^\d{1,4}$/.test(value!) && Number(value) >= 1 && Number(value) <= MAX_DAYS)) wrong('range')
}

/**
 * Validates a definition against its source: every name must be one of its columns, every operator one of the column's kind.
 * @param across the reader is an admin: only then are columns such as the company available
 * @throws AppError 422 at the invalid field
 */
export function checkDefinition(source: ReportSource, definition: ReportDefinition, across: boolean): void {
  const known = (key: string, field: string): ReportColumn => {
    const column = source.columns.find((one) => one.key === key && (across || !one.across))
    if (!column) throw invalid(field, 'enum')
    return column
  }
  const { columns, filters, period, group, sort } = definition
  columns.forEach((key, index) => known(key, `columns.${index}`))
  if (new Set(columns).size < columns.length) throw invalid('columns', 'distinct')
  filters.forEach((filter, index) => {
    const column = known(filter.column, `filters.${index}.column`)
    if (!operatorsOf(column.kind).includes(filter.op)) throw invalid(`filters.${index}.op`, 'enum')
    checkValue(filter, column, `filters.${index}.value`)
  })
  if (period) {
    const { kind } = known(period.column, 'period.column')
    if (kind !== 'day' && kind !== 'moment') throw invalid('period.column', 'enum')
    if ((period.kind === 'last' || period.kind === 'next') && !period.days) throw invalid('period.days', 'required')
    if ((period.kind === 'this' || period.kind === 'previous') && !period.unit) throw invalid('period.unit', 'required')
    if (period.kind === 'between' && !period.from && !period.to) throw invalid('period.from', 'required')
    if (period.from && period.to && period.from > period.to) throw invalid('period.to', 'day_min')
  }
  if (group && !groupable(known(group.column, 'group.column'))) throw invalid('group.column', 'enum')
  if (sort) {
    const by = sort.replace(/^-/, '')
    if (!(group ? ['count', 'group'] : columns).includes(by)) throw invalid('sort', 'enum')
  }
}

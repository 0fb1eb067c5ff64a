import type { ColumnKind } from '#core/contract/lists'

/** The operators of a filter, by the kind of its column. `value` is the type of operand. */
export const OPERATORS = {
  contains: { kinds: ['text'], value: 'text' },
  not_contains: { kinds: ['text'], value: 'text' },
  is: { kinds: ['text', 'number'], value: 'text' },
  any_of: { kinds: ['choice'], value: 'choices' },
  none_of: { kinds: ['choice'], value: 'choices' },
  at_least: { kinds: ['number'], value: 'number' },
  at_most: { kinds: ['number'], value: 'number' },
  last: { kinds: ['day', 'moment'], value: 'days' },
  next: { kinds: ['day', 'moment'], value: 'days' },
  from: { kinds: ['day', 'moment'], value: 'day' },
  until: { kinds: ['day', 'moment'], value: 'day' },
  yes: { kinds: ['flag'], value: 'none' },
  no: { kinds: ['flag'], value: 'none' },
  empty: { kinds: ['text', 'number', 'day', 'moment'], value: 'none' },
  not_empty: { kinds: ['text', 'number', 'day', 'moment'], value: 'none' },
} as const satisfies Record<string, { kinds: readonly ColumnKind[]; value: 'text' | 'number' | 'choices' | 'days' | 'day' | 'none' }>

export type Operator = keyof typeof OPERATORS
export const OPERATOR_NAMES = Object.keys(OPERATORS) as Operator[]

/** The operators of a kind of column, the most used first. */
export const operatorsOf = (kind: ColumnKind): Operator[] =>
  OPERATOR_NAMES.filter((name) => (OPERATORS[name].kinds as readonly ColumnKind[]).includes(kind))

export interface ReportFilter {
  column: string
  op: Operator
  /** A text, a number or a day, as a string. */
  value?: string
  /** For a choice. */
  values?: string[]
}

export const PERIOD_KINDS = ['last', 'next', 'this', 'previous', 'between'] as const
export const PERIOD_UNITS = ['week', 'month', 'quarter', 'year'] as const
export type PeriodUnit = (typeof PERIOD_UNITS)[number]

/** Whole days in the scope's time zone, including the last one: today counts. */
export interface ReportPeriod {
  column: string
  kind: (typeof PERIOD_KINDS)[number]
  /** For `last` and `next`: how many. */
  days?: number
  /** For `this` and `previous`. */
  unit?: PeriodUnit
  /** For `between`: `yyyy-mm-dd`. */
  from?: string
  to?: string
}

export const GROUP_UNITS = ['day', 'week', 'month', 'year'] as const
export type GroupUnit = (typeof GROUP_UNITS)[number]
export const CHARTS = ['bar', 'line'] as const

/** A report, as it is saved and requested: names from a source's allow-list, and values. Never SQL. */
export interface ReportDefinition {
  source: string
  columns: string[]
  match: 'all' | 'any'
  filters: ReportFilter[]
  period: ReportPeriod | null
  /** Filters over people, such as a group: key → ids, combined with "or". */
  people: Record<string, number[]>
  /** For an admin: one company; null is all. */
  company: number | null
  /** Counts instead of rows. `unit` is for a day or a moment. */
  group: { column: string; unit?: GroupUnit } | null
  chart: (typeof CHARTS)[number] | null
  /** A column, with a `-` prefix for descending; in a grouped report `count` or `group`. */
  sort: string | null
}

export const MAX_COLUMNS = 20
export const MAX_FILTERS = 15

/** A column, as the builder sees it. */
export interface ColumnFacts {
  key: string
  kind: ColumnKind
  label: string
  choices: Readonly<Record<string, string>> | null
  groups: boolean
  chosen: boolean
}

/** A source, as the builder sees it. */
export interface SourceFacts {
  name: string
  label: string
  text: string
  icon: string
  of_people: boolean
  period: string | null
  columns: ColumnFacts[]
}

export type ResultValue = string | number | boolean | null

/** A page of a report: its rows, or its groups with how many rows each has. */
export interface ReportResult {
  /** The total of matching rows, grouped or not. */
  total: number
  columns: { key: string; kind: ColumnKind; label: string; choices: Readonly<Record<string, string>> | null; person: boolean }[]
  rows: { id: number; membership_id: number | null; values: ResultValue[] }[]
  groups: { value: ResultValue; count: number }[] | null
  /** There are more groups than are shown. */
  more_groups: boolean
}

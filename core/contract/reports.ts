import type { Access } from './access.js'
import type { ColumnKind } from './lists.js'

/** Values that an expression may use at the time of the query. */
export interface ReportMoment {
  /** Today in the platform's time zone, as an SQL literal. */
  readonly today: string
}

/** A column of a report. It can be selected, filtered, grouped and sorted. */
export interface ReportColumn {
  /** Unique in its source. Saved reports refer to it, so never change it. */
  readonly key: string
  readonly kind: ColumnKind
  /** Message. */
  readonly label: string
  /** Its value in SQL over the source's tables; never input. */
  readonly sql: string | ((moment: ReportMoment) => string)
  /** For a `text`: the SQL returns a jsonb (language → text), and the reader's language is used. */
  readonly translated?: boolean
  /** Value → message, of a `choice`. */
  readonly choices?: Readonly<Record<string, string>>
  /** A report can group by it. Default: every kind except `number`. */
  readonly groups?: boolean
  /** Selected in a new report. */
  readonly chosen?: boolean
  /** The person's name; on a screen it links to the person. */
  readonly person?: boolean
  /** For admins only, such as the company. */
  readonly across?: boolean
}

/**
 * A data source for reports: rows of a plugin's own tables with typed columns. It is read in the company's scope, where the
 * database's policies apply, or across companies for an admin (audited). No part of a request becomes SQL: a request names
 * columns, and values are bound.
 */
export interface ReportSource {
  /** `<plugin>.<rows>`. */
  readonly name: string
  /** Messages: the name of its rows and a one-line description. */
  readonly label: string
  readonly text: string
  /** Name of an icon from web/ui/icons. */
  readonly icon: string
  readonly access: Access
  /** Tables with their joins, and a condition that always holds, in SQL. */
  readonly from: string
  readonly where?: string
  /** The row's unique id, its company and, where rows are about a person, their membership, in SQL. */
  readonly id: string
  readonly companyId: string
  readonly membershipId?: string
  readonly columns: readonly ReportColumn[]
  /** Key of the column that a period filters by default. */
  readonly period?: string
  /** Lower comes first. */
  readonly order: number
}

/** Declares a source of reports with its types checked; name it in `reportSources` of the plugin. */
export function defineReportSource(source: ReportSource): ReportSource {
  return Object.freeze(source)
}

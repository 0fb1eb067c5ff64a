import type { Access } from './access.js'
import type { ColumnKind } from './lists.js'

/** What an expression may use of the moment at which it is asked. */
export interface ReportMoment {
  /** Today on the platform's clocks, as an SQL literal. */
  readonly today: string
}

/** One column of a report: chosen, filtered, grouped and sorted by. */
export interface ReportColumn {
  /** Unique in its source; it stands in saved reports, so it stays. */
  readonly key: string
  readonly kind: ColumnKind
  /** Message. */
  readonly label: string
  /** Its value in SQL over the source's tables; never input. */
  readonly sql: string | ((moment: ReportMoment) => string)
  /** Of a `text`: the SQL gives a jsonb, language → text, and the reader's language is taken. */
  readonly translated?: boolean
  /** Value → message, of a `choice`. */
  readonly choices?: Readonly<Record<string, string>>
  /** A report may count by it. Default: every kind but `number`. */
  readonly groups?: boolean
  /** In a new report. */
  readonly chosen?: boolean
  /** The name of the person whom the row is about: on a screen it leads to them. */
  readonly person?: boolean
  /** For admins alone, such as the company. */
  readonly across?: boolean
}

/**
 * What a report may be made of: rows of a plugin's own tables with typed columns. It is read in the company's scope, so that
 * the database's policies count, or across companies for an admin (audited). Nothing of a request becomes SQL: a request names
 * columns, and values are bound.
 */
export interface ReportSource {
  /** `<plugin>.<rows>`. */
  readonly name: string
  /** Messages: what its rows are, and one line on what they tell. */
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
  /** Key of the column by which a period is meant unless the person says otherwise. */
  readonly period?: string
  /** Lower comes first. */
  readonly order: number
}

/** Declares a source of reports with its types checked; name it in `reportSources` of the plugin. */
export function defineReportSource(source: ReportSource): ReportSource {
  return Object.freeze(source)
}

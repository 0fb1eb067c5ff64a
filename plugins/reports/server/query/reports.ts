import db from '@adonisjs/lucid/services/db'
import type { DatabaseQueryBuilderContract } from '@adonisjs/lucid/types/querybuilder'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { CellValue } from '#core/contract/lists'
import { AppError, invalid } from '#core/contract/errors'
import type { ReportSource } from '#core/contract/reports'
import { conditionOf, keysetBatches, peopleNarrow } from '#core/kit/lists'
import { LargeResults } from '#core/kit/cache'
import { reportSourcesOf } from '#core/kit/reports'
import { type Session, withinReach } from '#core/kit/scope'
import type { ReportDefinition, ReportResult, ResultValue } from '../../contract/definition.js'
import type { Piece } from './conditions.js'
import { checkDefinition, groupable } from './definition_check.js'
import { type ReportScope, columnOf, countStatement, groupsStatement, orderOf, rowsStatement } from './statement.js'

/** Rows per page on the screen. */
export const PAGE = 25
/** The most groups on the screen and in a file; a chart shows fewer. */
export const MAX_GROUPS = 500
/** The timeout of one statement of a report, in milliseconds: after that the database cancels it. */
const SCREEN_MS = 15_000
const FILE_MS = 120_000
const QUERY_CANCELED = '57014'

/** A definition with its source, for one reader; all of its numbers come from the same query. */
export interface Report {
  source: ReportSource
  definition: ReportDefinition
  scope: ReportScope
  session: Session
}

/**
 * Validates a definition against what this person may report on.
 * @throws AppError 422 for a source, column, operator or value that is not available to them
 */
export function reportOf(session: Session, definition: ReportDefinition): Report {
  const source = reportSourcesOf(session).find(({ name }) => name === definition.source)
  if (!source) throw invalid('source', 'enum')
  // For a supervisor the scope sets the company, whatever the definition says.
  const own = session.isAdmin ? definition : { ...definition, company: null }
  checkDefinition(source, own, session.isAdmin)
  const narrow = peopleNarrow(session, definition.people)
  const people = (membershipId: string) => conditionOf(narrow, { id: membershipId, companyId: 'null::bigint', membershipId })
  return { source, definition: own, session, scope: { language: session.row.language, people } }
}

/** The error code of a report that timed out. */
export const TOO_SLOW = 'report_too_slow'

/** Runs statements of a report: in its reader's scope, with the timeout of a report. @throws AppError 422 report_too_slow */
async function reading<T>({ session }: Report, limit: number, fn: (trx: TransactionClientContract) => Promise<T>): Promise<T> {
  try {
    return await withinReach(session, 'reports.run', () =>
      db.transaction(async (trx) => {
        await trx.rawQuery(`set local statement_timeout = ${limit}`)
        return fn(trx)
      }),
    )
  } catch (error) {
    if ((error as { code?: string }).code === QUERY_CANCELED) throw new AppError(422, TOO_SLOW)
    throw error
  }
}

const ask = async <Row>(trx: TransactionClientContract, { sql, values }: Piece): Promise<Row[]> =>
  (await trx.rawQuery<{ rows: Row[] }>(sql, values as never[])).rows

// Large reports do not count for each page: from 2,000 rows on the counts are cached for half a minute, like those of lists.
const counts = new LargeResults<number>((total) => total)
const groupings = new LargeResults<{ value: ResultValue; n: number }[]>((groups) => groups.reduce((sum, { n }) => sum + n, 0))

const countIn = (trx: TransactionClientContract, { source, definition, scope }: Report): Promise<number> => {
  const statement = countStatement(source, definition, scope)
  return counts.get([statement], async () => (await ask<{ n: number }>(trx, statement))[0]!.n)
}

const plain = (value: unknown): ResultValue =>
  value instanceof Date ? value.toISOString() : value === undefined ? null : (value as ResultValue)

/** Returns the number of rows of a report, for the screen, the file and the dashboard. */
export function countOf(report: Report): Promise<number> {
  return reading(report, SCREEN_MS, (trx) => countIn(trx, report))
}

/** A page of a report for the screen: two statements, for any number of rows. @param page from 1 */
export function pageOf(report: Report, page = 1): Promise<ReportResult> {
  const { source, definition, scope } = report
  return reading(report, SCREEN_MS, async (trx) => {
    const base = { total: await countIn(trx, report), columns: shownColumns(report) }
    if (definition.group) {
      const statement = groupsStatement(source, { ...definition, group: definition.group }, scope, { limit: MAX_GROUPS + 1 })
      const groups = await groupings.get([statement], () => ask(trx, statement))
      const shown = groups.slice(0, MAX_GROUPS).map(({ value, n }) => ({ value: plain(value), count: n }))
      return { ...base, rows: [], groups: shown, more_groups: groups.length > MAX_GROUPS }
    }
    const { sql, values } = rowsStatement(source, definition, scope)
    const { column, descending } = orderOf(definition)
    const way = descending ? 'desc' : 'asc'
    const rows = await ask<{ id: number; membership_id: number | null } & Record<string, unknown>>(trx, {
      sql: `select * from (${sql}) r order by ${column} ${way} nulls last, id ${way} limit ${PAGE} offset ${(page - 1) * PAGE}`,
      values,
    })
    return {
      ...base,
      rows: rows.map((row) => ({
        id: Number(row.id),
        membership_id: row.membership_id === null ? null : Number(row.membership_id),
        values: base.columns.map((_column, index) => plain(row[`c${index}`])),
      })),
      groups: null,
      more_groups: false,
    }
  })
}

function shownColumns({ source, definition }: Report): ReportResult['columns'] {
  const keys = definition.group ? [definition.group.column] : definition.columns
  return keys.map((key) => {
    const { kind, label, choices, person = false } = columnOf(source, key)
    return { key, kind, label, choices: choices ?? null, person }
  })
}

/** All rows of a report, in batches and in its order, as plain cells. Call it inside `inReport`. */
export async function* batchesOf(report: Report, most: number): AsyncGenerator<CellValue[][]> {
  const { source, definition, scope } = report
  if (definition.group) {
    const statement = groupsStatement(source, { ...definition, group: definition.group }, scope, { limit: MAX_GROUPS })
    const { rows } = await db.rawQuery<{ rows: { value: CellValue; n: number }[] }>(statement.sql, statement.values as never[])
    yield rows.map(({ value, n }) => [value, n])
    return
  }
  const { sql, values } = rowsStatement(source, definition, scope)
  const { column, descending } = orderOf(definition)
  const make = () =>
    db
      // Its types do not accept a raw table; the builder does.
      .from(db.raw(`(${sql}) as r`, values as never[]) as never)
      .select('r.*')
      .timeout(FILE_MS, { cancel: true }) as unknown as DatabaseQueryBuilderContract<Record<string, CellValue>>
  let left = most
  for await (const rows of keysetBatches(make, { column: `r.${column}`, key: 'r.id', descending })) {
    yield rows.slice(0, left).map((row) => definition.columns.map((_key, index) => row[`c${index}`] ?? null))
    left -= rows.length
    if (left <= 0) return
  }
}

/** Opens the reader's scope for a file that is read in batches; an admin's access is audited. */
export const inReport = <T>({ session }: Report, fn: () => Promise<T>): Promise<T> => withinReach(session, 'reports.file', fn)

/** The sources and filters the builder offers to this person. */
export const offered = (session: Session) =>
  reportSourcesOf(session).map((source) => ({
    name: source.name,
    label: source.label,
    text: source.text,
    icon: source.icon,
    of_people: source.membershipId !== undefined,
    period: source.period ?? null,
    columns: source.columns
      .filter(({ across }) => !across || session.isAdmin)
      .map((column) => ({
        key: column.key,
        kind: column.kind,
        label: column.label,
        choices: column.choices ?? null,
        groups: groupable(column),
        chosen: column.chosen ?? false,
      })),
  }))

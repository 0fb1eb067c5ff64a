import db from '@adonisjs/lucid/services/db'
import type { DatabaseQueryBuilderContract } from '@adonisjs/lucid/types/querybuilder'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { CellValue } from '#core/contract/lists'
import { AppError, invalid } from '#core/contract/errors'
import type { ReportSource } from '#core/contract/reports'
import { conditionOf, keysetBatches, peopleNarrow } from '#core/kit/lists'
import { KeptAnswers } from '#core/kit/memory'
import { reportSourcesOf } from '#core/kit/reports'
import { type Session, withinReach } from '#core/kit/scope'
import type { ReportDefinition, ReportResult, ResultValue } from '../../contract/definition.js'
import type { Piece } from './conditions.js'
import { checkDefinition, groupable } from './definition_check.js'
import { type ReportScope, columnOf, countStatement, groupsStatement, orderOf, rowsStatement } from './statement.js'

/** Rows of a page on the screen. */
export const PAGE = 25
/** Groups that are shown and put into a file; a chart shows fewer. */
export const MOST_GROUPS = 500
/** How long one statement of a report may take, in milliseconds: past that the database lets go of it. */
const SCREEN_MS = 15_000
const FILE_MS = 120_000
const QUERY_CANCELED = '57014'

/** A definition with its source, for one reader; every number of it is of the same query. */
export interface Report {
  source: ReportSource
  definition: ReportDefinition
  scope: ReportScope
  session: Session
}

/**
 * Holds a definition against what this person may report on.
 * @throws AppError 422 for a source, column, operator or value that is none of theirs
 */
export function reportOf(session: Session, definition: ReportDefinition): Report {
  const source = reportSourcesOf(session).find(({ name }) => name === definition.source)
  if (!source) throw invalid('source', 'enum')
  // A supervisor's company is the scope's, whatever stands here.
  const own = session.isAdmin ? definition : { ...definition, company: null }
  checkDefinition(source, own, session.isAdmin)
  const narrow = peopleNarrow(session, definition.people)
  const people = (membershipId: string) => conditionOf(narrow, { id: membershipId, companyId: 'null::bigint', membershipId })
  return { source, definition: own, session, scope: { language: session.row.language, people } }
}

/** The code of a report that took longer than one may. */
export const TOO_SLOW = 'report_too_slow'

/** Runs statements of a report: in its reader's reach, and no longer than a report may take. @throws AppError 422 report_too_slow */
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

// Of a large report neither is counted for each page: from 2,000 rows on they are kept for half a minute, as those of lists.
const counts = new KeptAnswers<number>((total) => total)
const groupings = new KeptAnswers<{ value: ResultValue; n: number }[]>((groups) => groups.reduce((sum, { n }) => sum + n, 0))

const countIn = (trx: TransactionClientContract, { source, definition, scope }: Report): Promise<number> => {
  const statement = countStatement(source, definition, scope)
  return counts.get([statement], async () => (await ask<{ n: number }>(trx, statement))[0]!.n)
}

const plain = (value: unknown): ResultValue =>
  value instanceof Date ? value.toISOString() : value === undefined ? null : (value as ResultValue)

/** How many rows a report finds; what screen, file and dashboard say too. */
export function countOf(report: Report): Promise<number> {
  return reading(report, SCREEN_MS, (trx) => countIn(trx, report))
}

/** A page of a report for the screen: two statements, however many rows. @param page from 1 */
export function pageOf(report: Report, page = 1): Promise<ReportResult> {
  const { source, definition, scope } = report
  return reading(report, SCREEN_MS, async (trx) => {
    const base = { total: await countIn(trx, report), columns: shownColumns(report) }
    if (definition.group) {
      const statement = groupsStatement(source, { ...definition, group: definition.group }, scope, { limit: MOST_GROUPS + 1 })
      const groups = await groupings.get([statement], () => ask(trx, statement))
      const shown = groups.slice(0, MOST_GROUPS).map(({ value, n }) => ({ value: plain(value), count: n }))
      return { ...base, rows: [], groups: shown, more_groups: groups.length > MOST_GROUPS }
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

/** Everything that a report finds, a batch at a time in its order, as plain cells. Run it inside `inReport`. */
export async function* batchesOf(report: Report, most: number): AsyncGenerator<CellValue[][]> {
  const { source, definition, scope } = report
  if (definition.group) {
    const statement = groupsStatement(source, { ...definition, group: definition.group }, scope, { limit: MOST_GROUPS })
    const { rows } = await db.rawQuery<{ rows: { value: CellValue; n: number }[] }>(statement.sql, statement.values as never[])
    yield rows.map(({ value, n }) => [value, n])
    return
  }
  const { sql, values } = rowsStatement(source, definition, scope)
  const { column, descending } = orderOf(definition)
  const make = () =>
    db
      // Its types know no raw table; the builder does.
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

/** Opens the reach of a report's reader for a file that is read batch by batch; an admin's is audited. */
export const inReport = <T>({ session }: Report, fn: () => Promise<T>): Promise<T> => withinReach(session, 'reports.file', fn)

/** What the builder may offer to this person. */
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

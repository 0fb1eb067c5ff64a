import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { Language } from '#core/contract/languages'
import { conflict, invalid, notFound } from '#core/contract/errors'
import { today } from '#core/kit/days'
import { toCsv } from '#core/kit/lists'
import { type Session, currentCompanyId, inChosenCompany, inCompanyOfRow } from '#core/kit/scope'
import { matchColumns, readDay, readSpreadsheet } from '#core/kit/spreadsheets'
import { serviceOf } from '#core/kit/services'
import { translate } from '#core/kit/words'
import { startTask } from '#core/kit/tasks'
import { type GroupKind, groupsService } from '#plugins/groups/contract/index'
import { assertMayGive, type Giving, IS_LEFT } from './import_courses.js'
import { groupsOf, IMPORT_FIELDS, type ImportColumns, type ImportField, missingColumn, readPerson } from './import_check.js'
import { FIELD_OF, freshGroups, problemsOf } from './import_problems.js'
import { importTask } from './import_task.js'

/** Most lines in a file; no company has more people. */
const MOST_ROWS = 50_000
const BATCH = 5000
/** Most groups to create at once; more means that the wrong column was chosen. */
const MOST_FRESH = 500
/** How many of their names are returned. */
const MOST_NAMED = 12
/** How many bad lines are returned; all of them are counted. */
const MOST_SHOWN = 200

export interface ImportRow {
  id: number
  line: number
  cells: string[]
}

export interface ImportView {
  id: number
  /** The company that the people are added to. */
  company: number
  file: string
  /** The sheets of the workbook, and which of them was read; none for a CSV file. */
  sheets: string[]
  sheet: number
  /** The line of the headings, as a spreadsheet counts (from 1). */
  heading_line: number
  head: string[]
  columns: ImportColumns
  /** `stopped`: ended half-way; the remaining lines can still be added. */
  state: 'checked' | 'running' | 'stopped' | 'done' | 'undoing' | 'undone'
  rows: number
  good: number
  bad: number
  added: number
  /** Good lines whose person was not added yet, or was not given the courses yet. */
  left: number
  /** What the people are given. */
  giving: Giving | null
  /** How many of them were not given a course, per reason. */
  refused: { code: string; count: number }[]
  /** Whether this company has groups; the groups of the file that do not exist yet, and the kind they are created as. */
  groups: { on: boolean; fresh: { count: number; names: string[]; too_many: boolean }; create: GroupKind | null }
  /** How often each reason occurs. */
  reasons: { problem: string; count: number }[]
  problems: {
    line: number
    cells: string[]
    problems: string[]
    /** Indexes of the cells that the reasons are about. */
    wrong: number[]
  }[]
  /** The first good lines as they will be imported: birthdates as parsed, `yyyy-mm-dd`. */
  preview: { line: number; cells: string[]; birthdate: string | null }[]
}

/** The states in which lines may be added. */
const MAY_START: ImportView['state'][] = ['checked', 'stopped']

interface Stored {
  id: number
  company_id: number
  file_name: string
  sheets: string[]
  sheet: number
  heading_line: number
  head: string[]
  columns: ImportColumns
  state: ImportView['state']
  giving: Giving | null
  create_groups: GroupKind | null
}

const inImport = <T>(session: Session, id: string, reason: string, fn: () => Promise<T>): Promise<T> =>
  inCompanyOfRow(session, { table: 'people_imports', id, reason: `people.import.${reason}` }, fn)

/** @throws AppError 404 */
async function stored(id: number | string, trx?: TransactionClientContract): Promise<Stored> {
  const row: Stored | null = await (
    trx ? trx.from('people_imports').where('id', id).forUpdate() : db.from('people_imports').where('id', id)
  ).first()
  if (!row) throw notFound()
  return row
}

interface ImportFile {
  company?: number | undefined
  name: string
  /** The sheet and the heading line that a person chose; otherwise they are detected. */
  sheet?: number | undefined
  heading?: number | undefined
}

/**
 * Reads a file of people into the company and checks each line; nobody is added yet.
 * @throws AppError 422 on `file` (readSpreadsheet), on `company` (required, for an admin)
 */
export function beginImport(
  session: Session,
  { company, name, sheet, heading }: ImportFile,
  read: () => Promise<Uint8Array>,
): Promise<ImportView> {
  if (session.isAdmin && !company) throw invalid('company', 'required')
  return inChosenCompany(session, { company: company ?? 0, reason: 'people.import' }, async () => {
    const { head, headingLine, sheets, rows, ...found } = await readSpreadsheet(await read(), {
      maxRows: MOST_ROWS,
      names: IMPORT_FIELDS,
      ...(sheet !== undefined && { sheet }),
      ...(heading !== undefined && { headingLine: heading }),
    })
    if (!rows.length) throw invalid('file', 'empty_file')
    const columns = matchColumns(head, IMPORT_FIELDS)
    const problems = await problemsOf(rows, { columns, language: session.row.language as Language, makes: false })
    const companyId = currentCompanyId()
    const id = await db.transaction(async (trx) => {
      const whence = { sheets: JSON.stringify(sheets), sheet: found.sheet, heading_line: headingLine }
      const facts = { company_id: companyId, membership_id: session.membershipId, file_name: name, ...whence }
      const [made] = (await trx
        .table('people_imports')
        .insert({ ...facts, head: JSON.stringify(head), columns: JSON.stringify(columns) })
        .returning('id')) as { id: number }[]
      for (let at = 0; at < rows.length; at += BATCH) {
        const batch = rows.slice(at, at + BATCH).map(({ line, cells }, index) => ({ line, cells, problem: problems[at + index] }))
        await trx.rawQuery(
          `insert into people_import_rows (company_id, import_id, line, cells, problem)
           select ?, ?, line, cells, problem from jsonb_to_recordset(?::jsonb) as r(line int, cells jsonb, problem text)`,
          [companyId, made!.id, JSON.stringify(batch)],
        )
      }
      return made!.id
    })
    return viewOf(await stored(id))
  })
}

/** The state of an import. @throws AppError 404 */
export const showImport = (session: Session, id: string): Promise<ImportView> =>
  inImport(session, id, 'show', async () => viewOf(await stored(id)))

/** Checks every line of an import again: a changed line may become or stop being a duplicate of another. */
async function lookAgain(
  trx: TransactionClientContract,
  { id, columns, create_groups: kind }: Pick<Stored, 'columns' | 'create_groups'> & { id: string },
  session: Session,
) {
  const rows = (await trx.from('people_import_rows').where('import_id', id).orderBy('line').select('id', 'cells')) as ImportRow[]
  const problems = await problemsOf(rows, { columns, language: session.row.language as Language, makes: kind !== null })
  await trx.rawQuery(
    `update people_import_rows r set problem = n.problem from unnest(?::bigint[], ?::text[]) as n(id, problem)
      where r.id = n.id and r.problem is distinct from n.problem`,
    [rows.map((row) => row.id), problems] as never[],
  )
}

/** Corrects one cell of a line and checks every line again. @throws AppError 404; 409 import_started; 422 range at `column` */
export function mendCell(
  session: Session,
  id: string,
  { line, column, text }: { line: number; column: number; text: string },
): Promise<ImportView> {
  return inImport(session, id, 'mend', async () => {
    await db.transaction(async (trx) => {
      const { state, head, columns, create_groups } = await stored(id, trx)
      if (state !== 'checked') throw conflict('import_started')
      if (column >= head.length) throw invalid('column', 'range')
      const of = () => trx.from('people_import_rows').where({ import_id: id, line })
      const row = (await of().select('cells').first()) as Pick<ImportRow, 'cells'> | null
      if (!row) throw notFound()
      const cells = Array.from({ length: Math.max(row.cells.length, column + 1) }, (_, place) => row.cells[place] ?? '').with(column, text)
      await of().update({ cells: JSON.stringify(cells) })
      await lookAgain(trx, { id, columns, create_groups }, session)
    })
    return viewOf(await stored(id))
  })
}

/** The refused lines as a CSV file: the columns of the file, then the reasons. @throws AppError 404 */
export function refusedLines(session: Session, id: string): Promise<{ name: string; text: string }> {
  return inImport(session, id, 'refused', async () => {
    const { head, file_name: file } = await stored(id)
    const rows = (await db
      .from('people_import_rows')
      .where('import_id', id)
      .whereNotNull('problem')
      .whereNotNull('cells')
      .orderBy('line')
      .select('cells', db.raw(`string_to_array(problem, ',') as problems`))) as { cells: string[]; problems: string[] }[]
    const t = (key: string) => translate(session.row.language as Language, key)
    const width = Math.max(head.length, ...rows.map(({ cells }) => cells.length))
    const filled = (cells: readonly string[]) => Array.from({ length: width }, (_, place) => cells[place] ?? '')
    const lines = rows.map(({ cells, problems }) => [...filled(cells), problems.map((code) => t(`people.problem.${code}`)).join(' · ')])
    const name = `${file.replace(/\.[a-z]+$/i, '')} - ${t('people.import.refused_lines')}.csv`
    return { name, text: toCsv([...filled(head), t('people.import.reason')], lines) }
  })
}

/** Assigns the columns to fields and checks every line again. @throws AppError 404; 409 import_started */
export function chooseColumns(session: Session, id: string, columns: ImportColumns): Promise<ImportView> {
  return inImport(session, id, 'columns', async () => {
    await db.transaction(async (trx) => {
      const { state, head, create_groups } = await stored(id, trx)
      if (state !== 'checked') throw conflict('import_started')
      for (const [field, place] of Object.entries(columns)) if (place !== null && place >= head.length) throw invalid(field, 'range')
      await trx
        .from('people_imports')
        .where('id', id)
        .update({ columns: JSON.stringify(columns) })
      await lookAgain(trx, { id, columns, create_groups }, session)
    })
    return viewOf(await stored(id))
  })
}

/**
 * Sets the kind that missing groups are created as, or that none are created, and checks every line again.
 * @throws AppError 404; 409 import_started; 422 too_many_groups at `create`
 */
export function chooseGroups(session: Session, id: string, kind: GroupKind | null): Promise<ImportView> {
  return inImport(session, id, 'groups', async () => {
    await db.transaction(async (trx) => {
      const { state, columns } = await stored(id, trx)
      if (state !== 'checked') throw conflict('import_started')
      if (kind && (await freshOf(id, columns)).length > MOST_FRESH) throw invalid('create', 'too_many_groups')
      await trx.from('people_imports').where('id', id).update({ create_groups: kind })
      await lookAgain(trx, { id, columns, create_groups: kind }, session)
    })
    return viewOf(await stored(id))
  })
}

/** Missing groups on lines without other problems. An unknown manager is ignored, because the manager's own line may name such a group. */
async function freshOf(id: number | string, columns: ImportColumns): Promise<string[]> {
  const place = columns.groups ?? null
  if (place === null) return []
  const cells = (await db
    .from('people_import_rows')
    .where('import_id', id)
    .whereNull('membership_id')
    .whereNotNull('cells')
    .whereRaw(`coalesce(problem, '') in ('', 'unknown_group', 'unknown_manager', 'unknown_group,unknown_manager')`)
    .groupByRaw('1')
    .orderByRaw('min(line)')
    .select(db.raw('cells->>?::int as cell', [place]))) as { cell: string | null }[]
  return freshGroups(cells.flatMap(({ cell }) => groupsOf(cell ?? '') ?? []))
}

/**
 * Adds the people of the good lines, in a task; for a stopped import the remaining ones.
 * @param giving courses that they are given; the invitation names them
 * @param goodOnly required when there are bad lines: confirms that they are left out
 * @throws AppError 404; 409 import_started, has_bad_rows, nothing_to_import; 422 on a field without a column, on `courses` (unknown)
 */
export function runImport(
  session: Session,
  id: string,
  { invite, goodOnly, giving }: { invite: boolean; goodOnly: boolean; giving: Giving | null },
) {
  return inImport(session, id, 'run', async () => {
    const { columns, state, company_id: company } = await stored(id)
    if (!MAY_START.includes(state)) throw conflict('import_started')
    const missing = missingColumn(columns)
    if (missing) throw invalid(missing, 'required')
    const { left, bad } = await viewOf(await stored(id))
    if (!left) throw conflict('nothing_to_import')
    if (bad && !goodOnly) throw conflict('has_bad_rows', { count: bad })
    if (giving) await assertMayGive(giving)
    return startTask(
      session,
      importTask,
      { id: Number(id), company },
      {
        along: async (trx) => {
          const ready = trx.from('people_imports').where('id', id).whereIn('state', MAY_START)
          const started = await ready.update({ state: 'running', invite, giving: giving && JSON.stringify(giving), begun_at: new Date() })
          if (!Number(started)) throw conflict('import_started')
          const waiting = trx.from('people_import_rows').where('import_id', id).whereNull('membership_id').whereNull('problem')
          await waiting.update({ given: giving === null })
        },
      },
    )
  })
}

/** Deletes a file that was not imported, or what is left of one that was. @throws AppError 404; 409 import_started while it runs */
export function dropImport(session: Session, id: string): Promise<void> {
  return inImport(session, id, 'drop', async () => {
    await stored(id)
    if (!Number(await db.from('people_imports').where('id', id).whereNotIn('state', ['running', 'undoing']).delete()))
      throw conflict('import_started')
  })
}

const DAY_MS = 86_400_000

/**
 * Deletes files after a day; the job `people.forget_imports`. A started import gets two days from its start: its lines may still be added,
 * and for an hour the import can be undone.
 */
export async function forgetImports(): Promise<void> {
  const before = (days: number) => new Date(Date.now() - days * DAY_MS)
  await db
    .from('people_imports')
    .where(
      (old) =>
        void old
          .where('state', 'checked')
          .where('created_at', '<', before(1))
          .orWhereRaw('coalesce(begun_at, created_at) < ?', [before(2)]),
    )
    .delete()
}

/** Indexes of the cells of a line that its reasons are about. */
function wrongCells(cells: readonly string[], problems: readonly string[], columns: ImportColumns): number[] {
  const read = readPerson(cells, columns, { today: today(), language: 'nl' })
  const fields: ImportField[] = 'problems' in read ? [...read.fields] : []
  for (const code of problems) fields.push(...(FIELD_OF.has(code) ? [FIELD_OF.get(code)!] : []))
  return [...new Set(fields.flatMap((field) => columns[field] ?? []))]
}

async function viewOf(row: Stored): Promise<ImportView> {
  const { id, company_id: company, file_name: file, head, columns, state, giving, sheets, sheet, heading_line } = row
  const of = () => db.from('people_import_rows').where('import_id', id)
  const [{ rows, bad, added, left }] = (await of().select(
    db.raw('count(*)::int as rows, count(problem)::int as bad, count(membership_id)::int as added'),
    db.raw(`(count(*) filter (where ${IS_LEFT}))::int as left`),
  )) as [{ rows: number; bad: number; added: number; left: number }]
  const reasons = (await of()
    .joinRaw(`cross join lateral unnest(string_to_array(problem, ',')) as reason`)
    .groupBy('reason')
    .orderByRaw('count(*) desc, reason')
    .select('reason as problem', db.raw('count(*)::int as count'))) as ImportView['reasons']
  const refused = (await of()
    .whereNotNull('refused')
    .groupBy('refused')
    .orderBy('refused')
    .select('refused as code', db.raw('count(*)::int as count'))) as ImportView['refused']
  const problems = await of()
    .whereNotNull('problem')
    .orderBy('line')
    .limit(MOST_SHOWN)
    .select('line', 'cells', db.raw(`string_to_array(problem, ',') as problems`))
  const preview = await of().whereNull('problem').whereNull('membership_id').orderBy('line').limit(5).select('line', 'cells')
  const isOpen = state === 'checked' || state === 'stopped'
  const fresh = isOpen ? await freshOf(id, columns) : []
  const groups = {
    on: (await serviceOf(groupsService)) !== null,
    fresh: { count: fresh.length, names: fresh.slice(0, MOST_NAMED), too_many: fresh.length > MOST_FRESH },
    create: row.create_groups,
  }
  const shown = (list: { cells: string[] | null }[]) => list.map((row) => ({ ...row, cells: row.cells ?? [] }))
  return {
    ...{ id, company, file, sheets, sheet, heading_line, head, columns, state, rows, bad, added, left, giving, refused, groups, reasons },
    good: rows - bad,
    problems: (shown(problems) as Omit<ImportView['problems'][number], 'wrong'>[]).map((line) => ({
      ...line,
      wrong: wrongCells(line.cells, line.problems, columns),
    })),
    preview: (shown(preview) as Pick<ImportView['preview'][number], 'line' | 'cells'>[]).map((line) => ({
      ...line,
      birthdate: columns.birthdate === null ? null : readDay((line.cells[columns.birthdate] ?? '').trim()),
    })),
  }
}

import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { Language } from '#core/contract/languages'
import { conflict, invalid, notFound } from '#core/contract/errors'
import { toCsv } from '#core/kit/lists'
import { type Session, currentCompanyId, inChosenCompany, inCompanyOfRow } from '#core/kit/scope'
import { matchColumns, readSpreadsheet } from '#core/kit/spreadsheets'
import { serviceOf } from '#core/kit/services'
import { translate } from '#core/kit/words'
import { startTask } from '#core/kit/tasks'
import { type GroupKind, groupsService } from '#plugins/groups/contract/index'
import { type ImportedPerson, type ImportTarget, MAX_LINES } from '../../contract/imports.js'
import { assertMayGive, type Giving } from './import_courses.js'
import { fieldsOf, foundColumns, headingsOf, type ImportColumns, type ImportPurpose, missingColumn } from './import_check.js'
import { colleaguesOf, problemsOf, readLine } from './import_problems.js'
import { importTask } from './import_task.js'
import { newGroupsOf, type ImportView, MAX_NEW_GROUPS, type StoredImport, viewOf } from './import_view.js'

export type { ImportView }

const BATCH = 5000
/** What `findIndex` answers for nothing. */
const NONE = -1

export interface ImportRow {
  id: number
  line: number
  cells: string[]
}

/** The states in which lines may be added. */
const MAY_START: ImportView['state'][] = ['checked', 'stopped']

const inImport = <T>(session: Session, id: string, reason: string, fn: () => Promise<T>): Promise<T> =>
  inCompanyOfRow(session, { table: 'people_imports', id, reason: `people.import.${reason}` }, fn)

/** @throws AppError 404 */
async function stored(id: number | string, trx?: TransactionClientContract): Promise<StoredImport> {
  const row: StoredImport | null = await (
    trx ? trx.from('people_imports').where('id', id).forUpdate() : db.from('people_imports').where('id', id)
  ).first()
  if (!row) throw notFound()
  return row
}

interface ImportFile {
  company?: number | undefined
  target: ImportTarget
  /** The group of a file of members. */
  group?: number | undefined
  name: string
  /** The sheet and the heading line that a person chose; otherwise they are detected. */
  sheet?: number | undefined
  heading?: number | undefined
}

/** Members are of groups. @throws AppError 404 without groups, or for a group of another company */
async function assertPurpose({ target, group_id: group }: ImportPurpose): Promise<void> {
  if (target !== 'members') return
  const groups = await serviceOf(groupsService)
  if (!groups || (group !== null && !(await groups.find(group)))) throw notFound()
}

/**
 * Reads a file of people into the company and checks each line; nobody is added yet.
 * @throws AppError 404 (assertPurpose); 422 on `file` (readSpreadsheet), on `company` (required, for an admin)
 */
export function beginImport(
  session: Session,
  { company, target, group, name, sheet, heading }: ImportFile,
  read: () => Promise<Uint8Array>,
): Promise<ImportView> {
  if (session.isAdmin && !company) throw invalid('company', 'required')
  return inChosenCompany(session, { company: company ?? 0, reason: 'people.import' }, async () => {
    const purpose = { target, group_id: target === 'members' ? (group ?? null) : null }
    await assertPurpose(purpose)
    const names = headingsOf(fieldsOf(purpose)) as Record<string, readonly string[]>
    const { head, headingLine, sheets, rows, ...found } = await readSpreadsheet(await read(), {
      maxRows: MAX_LINES[target],
      names,
      ...(sheet !== undefined && { sheet }),
      ...(heading !== undefined && { headingLine: heading }),
    })
    if (!rows.length) throw invalid('file', 'empty_file')
    const matched = matchColumns(head, names)
    // Without headings only the address can be recognised.
    const address = headingLine === 0 ? rows[0]!.cells.findIndex((cell) => /^\S+@\S+$/.test(cell)) : NONE
    const columns = foundColumns(address === NONE ? matched : { ...matched, email: address })
    const judged = await problemsOf(rows, { columns, purpose, language: session.row.language as Language, makes: false })
    const companyId = currentCompanyId()
    const id = await db.transaction(async (trx) => {
      const whence = { sheets: JSON.stringify(sheets), sheet: found.sheet, heading_line: headingLine }
      const facts = { company_id: companyId, membership_id: session.membershipId, file_name: name, ...purpose, ...whence }
      const [made] = (await trx
        .table('people_imports')
        .insert({ ...facts, head: JSON.stringify(head), columns: JSON.stringify(columns) })
        .returning('id')) as { id: number }[]
      for (let at = 0; at < rows.length; at += BATCH) {
        const batch = rows.slice(at, at + BATCH).map(({ line, cells }, index) => ({ line, cells, ...judged[at + index] }))
        await trx.rawQuery(
          `insert into people_import_rows (company_id, import_id, line, cells, problem, known)
           select ?, ?, line, cells, problem, known
             from jsonb_to_recordset(?::jsonb) as r(line int, cells jsonb, problem text, known boolean)`,
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
async function lookAgain(trx: TransactionClientContract, { columns, create_groups: kind, ...order }: StoredImport, session: Session) {
  const rows = (await trx.from('people_import_rows').where('import_id', order.id).orderBy('line').select('id', 'cells')) as ImportRow[]
  const judged = await problemsOf(rows, { columns, purpose: order, language: session.row.language as Language, makes: kind !== null })
  await trx.rawQuery(
    `update people_import_rows r set problem = n.problem, known = n.known from unnest(?::bigint[], ?::text[], ?::boolean[]) as n(id, problem, known)
      where r.id = n.id and (r.problem is distinct from n.problem or r.known <> n.known)`,
    [rows.map((row) => row.id), judged.map(({ problem }) => problem), judged.map(({ known }) => known)] as never[],
  )
}

/** Corrects one cell of a line and checks every line again. @throws AppError 404; 409 import_started; 422 range at `column` */
export function correctCell(
  session: Session,
  id: string,
  { line, column, text }: { line: number; column: number; text: string },
): Promise<ImportView> {
  return inImport(session, id, 'mend', async () => {
    await db.transaction(async (trx) => {
      const order = await stored(id, trx)
      if (order.state !== 'checked') throw conflict('import_started')
      if (column >= order.head.length) throw invalid('column', 'range')
      const of = () => trx.from('people_import_rows').where({ import_id: id, line })
      const row = (await of().select('cells').first()) as Pick<ImportRow, 'cells'> | null
      if (!row) throw notFound()
      const cells = Array.from({ length: Math.max(row.cells.length, column + 1) }, (_, place) => row.cells[place] ?? '').with(column, text)
      await of().update({ cells: JSON.stringify(cells) })
      await lookAgain(trx, order, session)
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
      const order = await stored(id, trx)
      if (order.state !== 'checked') throw conflict('import_started')
      const fields = fieldsOf(order)
      for (const [field, place] of Object.entries(columns))
        if (place !== null && (place >= order.head.length || !fields.some((known) => known === field))) throw invalid(field, 'range')
      await trx
        .from('people_imports')
        .where('id', id)
        .update({ columns: JSON.stringify(columns) })
      await lookAgain(trx, { ...order, columns }, session)
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
      const order = await stored(id, trx)
      if (order.state !== 'checked') throw conflict('import_started')
      if (kind && (await newGroupsOf(id, order.columns)).length > MAX_NEW_GROUPS) throw invalid('create', 'too_many_groups')
      await trx.from('people_imports').where('id', id).update({ create_groups: kind })
      await lookAgain(trx, { ...order, create_groups: kind }, session)
    })
    return viewOf(await stored(id))
  })
}

/**
 * Adds the people of the good lines, in a task; for a stopped import the remaining ones.
 * @param order.giving courses that new people are given; the invitation names them
 * @param order.goodOnly required when there are bad lines: confirms that they are left out
 * @throws AppError 404; 409 import_started, has_bad_rows, nothing_to_import; 422 on a field without a column, on `courses` (unknown)
 */
export function runImport(
  session: Session,
  id: string,
  { invite, goodOnly, giving: given }: { invite: boolean; goodOnly: boolean; giving: Giving | null },
) {
  return inImport(session, id, 'run', async () => {
    const order = await stored(id)
    const { state, target, company_id: company } = order
    // Participants are taken over by the booking (importedPeople).
    if (target === 'participants') throw conflict('nothing_to_import')
    if (!MAY_START.includes(state)) throw conflict('import_started')
    const missing = missingColumn(order.columns, order)
    if (missing) throw invalid(missing, 'required')
    const { left, bad } = await viewOf(order)
    if (!left) throw conflict('nothing_to_import')
    if (bad && !goodOnly) throw conflict('has_bad_rows', { count: bad })
    const giving = target === 'people' ? given : null
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

/** The people of the good lines of a file of participants, for the booking. @throws AppError 404 */
export function importedPeople(session: Session, id: string): Promise<ImportedPerson[]> {
  return inImport(session, id, 'people', async () => {
    const { columns, target, group_id } = await stored(id)
    if (target !== 'participants') throw notFound()
    const rows = (await db.from('people_import_rows').where('import_id', id).whereNull('problem').orderBy('line').select('cells')) as {
      cells: string[]
    }[]
    const colleagues = await colleaguesOf(rows, columns)
    const order = { columns, purpose: { target, group_id }, language: session.row.language as Language, courses: undefined, colleagues }
    const read = rows.flatMap(({ cells }) => {
      const { good, member } = readLine(cells, order)
      return good ? [{ person: good.person, member }] : []
    })
    const members = (await db
      .from('kit_members')
      .whereIn(
        'id',
        read.flatMap(({ member }) => member ?? []),
      )
      .select('id', 'firstname', 'infix', 'lastname', 'email')) as (Omit<ImportedPerson, 'membership' | 'email'> & {
      id: number
      email: string | null
    })[]
    const byId = new Map(members.map(({ id: membership, ...member }) => [membership, member]))
    return read.map(({ person, member }) => {
      const { firstname, infix, lastname, email } = (member === null ? null : byId.get(member)) ?? person
      return { membership: member, firstname, infix, lastname, email: email ?? '', birthdate: person.birthdate }
    })
  })
}

/** Deletes a file that was not imported, or what is left of one that was. @throws AppError 404; 409 import_started while it runs */
export function deleteImport(session: Session, id: string): Promise<void> {
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
export async function deleteOldImports(): Promise<void> {
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

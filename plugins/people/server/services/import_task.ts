import db from '@adonisjs/lucid/services/db'
import { can } from '#core/contract/access'
import { AppError, conflict } from '#core/contract/errors'
import type { Language } from '#core/contract/languages'
import type { TaskView } from '#core/contract/tasks'
import { addMember, removeMember } from '#core/kit/people'
import { type Session, inChosenCompany } from '#core/kit/scope'
import { type TypedTask, defineTask, startTask } from '#core/kit/tasks'
import { saveImportedWork } from './work.js'
import type { CourseNames, ImportColumns, ImportPurpose } from './import_check.js'
import { courseNames, assignCourses, type Giving, IS_LEFT, IS_OPEN } from './import_courses.js'
import { joinGroups, leaveGroups, removeMadeGroups, setManagers } from './import_places.js'
import { colleaguesOf, readLine } from './import_problems.js'

const BATCH = 200
/** People erased in parallel: each takes some 70 statements that wait for the database. */
const AT_ONCE = 4
const access = can('people.participants.manage')

export interface ImportOrder {
  /** The id of the import. */
  id: number
  company: number
}

interface Line {
  id: number
  /** Cleared once the person was created. */
  cells: string[] | null
  membership_id: number | null
}

interface Order extends ImportPurpose {
  columns: ImportColumns
  invite: boolean
  giving: Giving | null
}

/** The reason code of an error. */
const codeOf = (error: unknown): string => {
  if (!(error instanceof AppError)) return 'default'
  const [first] = (error.details.errors ?? []) as { field: string; rule: string }[]
  // Another person got the number in the meantime.
  if (first?.field === 'personnel_number') return 'number_in_use'
  return first?.rule ?? error.code
}

const inCompanyOf = <T>({ session, payload }: { session: Session; payload: ImportOrder }, fn: () => Promise<T>) =>
  inChosenCompany(session, { company: payload.company, reason: 'people.import' }, fn)

/**
 * Adds the people of an import, and gives them its courses. Each is added in one transaction with the result on their line, so an
 * interrupted task continues with the other lines.
 */
export const importTask: TypedTask<ImportOrder> = defineTask<ImportOrder, Counted>({
  name: 'people.import',
  label: 'people.import.task',
  access,
  run: (task) =>
    inCompanyOf(task, async () => {
      const { id } = task.payload
      const of = () => db.from('people_import_rows').where('import_id', id)
      const order: Order | null = await db.from('people_imports').where('id', id).first()
      if (!order) return
      const waiting = () => of().whereRaw(IS_OPEN)
      const [{ left }] = (await waiting().count('* as left')) as [{ left: number }]
      const { total } = task.cursor ?? { total: Number(left) }
      if (!task.cursor) await task.keep({ total })
      let done = total - Number(left)
      const courses = await courseNames(order.columns)
      for (;;) {
        const lines = (await waiting().orderBy('line').limit(BATCH).select('id', 'cells', 'membership_id')) as Line[]
        if (!lines.length) break
        for (const line of lines) {
          await task.progress(done++, total)
          const hasOwn = line.membership_id === null && (await addLine(task.session, line, { ...order, importId: id, courses }))
          if (order.giving || hasOwn || line.membership_id !== null) await assignCourses(task.session, line.id, order)
        }
        while (await joinGroups(task.session, id, BATCH));
      }
      await setManagers(id)
      await task.progress(total, total)
      await db.from('people_imports').where('id', id).update({ state: 'done' })
    }),
  // If nobody was added, the file goes back to checked and can be started again. Otherwise the people stay, and the other lines can be
  // added later.
  stopped: ({ id }) => stopImport(id, { state: 'running', empty: 'checked' }),
  undo: {
    can: () => true,
    start: async (session: Session, { id, payload }: { id: number; payload: ImportOrder }): Promise<TaskView> =>
      startTask(session, undoTask, payload, {
        undoes: id,
        // Not while the remaining lines are being added.
        along: async (trx) => {
          const order = () => trx.from('people_imports').where('id', payload.id)
          if (Number(await order().whereIn('state', ['stopped', 'done']).update({ state: 'undoing', begun_at: new Date() }))) return
          // The file may have been deleted, and with it the record of who was added. Or the task of its other half may already have undone
          // it.
          const now: { state: string } | null = await order().select('state').first()
          throw conflict(now && now.state !== 'undone' ? 'import_running' : 'not_undoable')
        },
      }),
  },
})

/** @returns whether the line names courses of its own, which its person is still to be given */
async function addLine(
  session: Session,
  { id, cells }: Line,
  { columns, invite, giving, courses: names, importId, ...purpose }: Order & { importId: number; courses: CourseNames | undefined },
): Promise<boolean> {
  const row = cells ?? []
  const colleagues = await colleaguesOf([{ cells: row }], columns)
  const language = session.row.language as Language
  const { good, member, problems } = readLine(row, { columns, purpose, language, courses: names, colleagues })
  // Skips a line whose person was added meanwhile by the run that this one took over from. Otherwise the undo would not find that
  // person.
  const open = () => db.from('people_import_rows').where('id', id).whereNull('membership_id')
  if (!good) {
    await open().update({ problem: problems.join(',') })
    return false
  }
  const { courses, groups, manager, work } = good
  // An empty list still waits for the group of the whole file.
  const waiting = { groups: groups.length || purpose.group_id !== null ? JSON.stringify(groups) : null, manager }
  if (member !== null) {
    await recordKnownMember(member, { importId, line: id, waiting })
    return false
  }
  try {
    await addMember(
      session,
      { ...good.person, role: 'leerling' },
      {
        // With courses, the invitation is sent after they are given, and names them.
        invite: invite && !giving && !courses.length,
        within: async (trx, membershipId) => {
          await trx
            .from('people_import_rows')
            .where('id', id)
            .update({
              ...{ ...waiting, membership_id: membershipId, cells: null, known: false },
              ...(courses.length && { courses: JSON.stringify(courses), given: false }),
            })
          await saveImportedWork(trx, membershipId, work)
        },
      },
    )
  } catch (error) {
    // The person was added by somebody else in the meantime.
    if (!(error instanceof AppError)) throw error
    await open().update({ problem: codeOf(error) })
    return false
  }
  return courses.length > 0
}

/** Notes a member of the company with the line that means them. */
async function recordKnownMember(
  member: number,
  { importId, line, waiting }: { importId: number; line: number; waiting: Record<string, string | null> },
): Promise<void> {
  await db.transaction(async (trx) => {
    // No row can be written for a person who is being erased at the same time.
    const { rows: held } = await trx.rawQuery<{ rows: unknown[] }>('select kit_held_members(?)', [[member] as never])
    const open = trx.from('people_import_rows').where('id', line).whereNull('membership_id')
    if (!held.length) return void (await open.update({ problem: 'unknown_person' }))
    // Somebody whom an earlier line of this file added is undone with that line.
    const own = await trx.from('people_import_rows').where({ import_id: importId, membership_id: member, known: false }).first()
    await open.update({ ...waiting, membership_id: member, cells: null, known: !own })
  })
}

/** The number of lines that all runs of a task process together. */
interface Counted {
  total: number
}

/**
 * The people who are being erased. Erasing deletes their lines first, so a resumed run could not find a half-erased person by the lines.
 */
interface Removing extends Counted {
  /** Memberships. */
  removing: number[]
}

const idsOf = (rows: readonly { id: number }[]): number[] => rows.map(({ id }) => id)
const isRejected = (result: PromiseSettledResult<void>): result is PromiseRejectedResult => result.status === 'rejected'

/** Erases one added person, or notes on their line why they stay. */
async function takeBack(session: Session, membershipId: number): Promise<void> {
  try {
    await removeMember(session, membershipId, {
      refuse: ({ last_seen_at: seen, status }) => {
        if (seen || status === 'active') throw conflict('was_in')
      },
    })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    await db
      .from('people_import_rows')
      .where('membership_id', membershipId)
      .update({ problem: codeOf(error) })
  }
}

/** @throws the first error, after all of them ended: the task's scope ends with it */
async function takeAllBack(session: Session, memberships: readonly number[]): Promise<void> {
  const failed = (await Promise.allSettled(memberships.map((id) => takeBack(session, id)))).find(isRejected)
  if (failed) throw failed.reason
}

/** Undoes an import: erases everybody whom it added and who has not signed in yet, and takes the others out of their groups. */
export const undoTask: TypedTask<ImportOrder> = defineTask<ImportOrder, Removing>({
  name: 'people.undo_import',
  label: 'people.import.undo_task',
  access,
  run: (task) =>
    inCompanyOf(task, async () => {
      const { id } = task.payload
      const of = () => db.from('people_import_rows as r').where('r.import_id', id).whereNotNull('r.membership_id').whereNull('r.problem')
      const [{ left }] = (await of().count('* as left')) as [{ left: number }]
      if (task.cursor) {
        const halfway = (await db.from('kit_members').whereIn('id', task.cursor.removing).select('id')) as { id: number }[]
        await takeAllBack(task.session, idsOf(halfway))
      }
      const { total } = task.cursor ?? { total: Number(left) }
      let done = total - Number(left)
      for (let left; (left = await leaveGroups(task.session, id, BATCH));) await task.progress((done += left), total)
      for (;;) {
        // A person may be on several lines, each with a group.
        const people = (await of()
          .join('kit_members as m', 'm.id', 'r.membership_id')
          .groupBy('m.id')
          .orderByRaw('min(r.line)')
          .limit(BATCH)
          .select('m.id')) as { id: number }[]
        if (!people.length) break
        for (let at = 0; at < people.length; at += AT_ONCE) {
          const removing = idsOf(people.slice(at, at + AT_ONCE))
          await task.progress(done, total)
          await task.keep({ removing, total })
          done += removing.length
          await takeAllBack(task.session, removing)
        }
      }
      await removeMadeGroups(id)
      await task.progress(total, total)
      await db.from('people_imports').where('id', id).update({ state: 'undone' })
    }),
  stopped: ({ id }) => stopImport(id, { state: 'undoing', empty: 'undone' }),
})

/** Sets the state of an interrupted import. @param empty its state when nobody of it exists */
async function stopImport(id: number, { state, empty }: { state: 'running' | 'undoing'; empty: 'checked' | 'undone' }): Promise<void> {
  const lines = 'select 1 from people_import_rows r where r.company_id = i.company_id and r.import_id = i.id and'
  await db.rawQuery(
    `update people_imports i set state = case
       when not exists (${lines} r.membership_id is not null) then ?
       when exists (${lines} ${IS_LEFT}) then 'stopped'
       else 'done' end
      where i.id = ? and i.state = ?`,
    [empty, id, state],
  )
}

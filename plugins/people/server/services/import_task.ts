import db from '@adonisjs/lucid/services/db'
import { can } from '#core/contract/access'
import { AppError, conflict } from '#core/contract/errors'
import type { Language } from '#core/contract/languages'
import type { TaskView } from '#core/contract/tasks'
import { today } from '#core/kit/days'
import { addMember, removeMember } from '#core/kit/people'
import { type Session, inChosenCompany } from '#core/kit/scope'
import { type TypedTask, defineTask, startTask } from '#core/kit/work'
import { keepWork } from './work.js'
import { type CourseNames, type ImportColumns, readPerson } from './import_check.js'
import { courseNames, giveCourses, type Giving, IS_LEFT, IS_OPEN } from './import_courses.js'
import { joinGroups, removeMadeGroups, setManagers } from './import_places.js'

const BATCH = 200
/** People erased side by side: each is some 70 statements that wait for the database. */
const AT_ONCE = 4
const access = can('people.participants.manage')

export interface ImportOrder {
  /** The import's. */
  id: number
  company: number
}

interface Line {
  id: number
  /** Forgotten once somebody was made of it. */
  cells: string[] | null
  membership_id: number | null
}

interface Order {
  columns: ImportColumns
  invite: boolean
  giving: Giving | null
}

/** What a refusal says of a line. */
const codeOf = (error: unknown): string => {
  if (!(error instanceof AppError)) return 'default'
  const [first] = (error.details.errors ?? []) as { field: string; rule: string }[]
  // Somebody else got the number meanwhile.
  if (first?.field === 'personnel_number') return 'number_in_use'
  return first?.rule ?? error.code
}

const inCompanyOf = <T>({ session, payload }: { session: Session; payload: ImportOrder }, fn: () => Promise<T>) =>
  inChosenCompany(session, { company: payload.company, reason: 'people.import' }, fn)

/**
 * Adds the people of an import, and gives them its courses. Each is one transaction with what its line became: cut off, it goes on with
 * the others.
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
          const hasOwn = line.membership_id === null && (await addLine(task.session, line, { ...order, courses }))
          if (order.giving || hasOwn || line.membership_id !== null) await giveCourses(task.session, line.id, order)
        }
        while (await joinGroups(task.session, id, BATCH));
      }
      await setManagers(id)
      await task.progress(total, total)
      await db.from('people_imports').where('id', id).update({ state: 'done' })
    }),
  // With nobody added it is a file that was looked at, to be begun again; else what came in stays, and the other lines wait.
  stopped: ({ id }) => stopImport(id, { state: 'running', empty: 'checked' }),
  undo: {
    can: () => true,
    start: async (session: Session, { id, payload }: { id: number; payload: ImportOrder }): Promise<TaskView> =>
      startTask(session, undoTask, payload, {
        undoes: id,
        // Not while the lines that were left are on their way in.
        along: async (trx) => {
          const order = () => trx.from('people_imports').where('id', payload.id)
          if (Number(await order().whereIn('state', ['stopped', 'done']).update({ state: 'undoing', begun_at: new Date() }))) return
          // Somebody may have put the file away: then nobody knows any more whom it was. Or taken it back by the task of its other half.
          const now: { state: string } | null = await order().select('state').first()
          throw conflict(now && now.state !== 'undone' ? 'import_running' : 'not_undoable')
        },
      }),
  },
})

/** @returns whether the line names courses of its own, which its person waits for */
async function addLine(
  session: Session,
  { id, cells }: Line,
  { columns, invite, giving, courses: names }: Order & { courses: CourseNames | undefined },
): Promise<boolean> {
  const read = readPerson(cells ?? [], columns, { today: today(), language: session.row.language as Language, courses: names })
  // Not where another run that this one took over from made somebody of it meanwhile: they would not be taken back any more.
  const fail = (problem: string) => db.from('people_import_rows').where('id', id).whereNull('membership_id').update({ problem })
  if ('problems' in read) {
    await fail(read.problems.join(','))
    return false
  }
  const { courses, groups, manager, work } = read
  try {
    await addMember(
      session,
      { ...read.person, role: 'leerling' },
      {
        // With courses the invitation comes after them, and names them.
        invite: invite && !giving && !courses.length,
        within: async (trx, membershipId) => {
          await trx
            .from('people_import_rows')
            .where('id', id)
            .update({
              ...{ membership_id: membershipId, cells: null },
              ...(courses.length && { courses: JSON.stringify(courses), given: false }),
              groups: groups.length ? JSON.stringify(groups) : null,
              manager,
            })
          await keepWork(trx, membershipId, work)
        },
      },
    )
  } catch (error) {
    // Somebody else added them meanwhile.
    if (!(error instanceof AppError)) throw error
    await fail(codeOf(error))
    return false
  }
  return courses.length > 0
}

/** How many lines all runs of a task work off together. */
interface Counted {
  total: number
}

/** Who is being erased: their lines go first, so that a run that goes on would not find who was left half-way. */
interface Removing extends Counted {
  /** Memberships. */
  removing: number[]
}

const idsOf = (rows: readonly { id: number }[]): number[] => rows.map(({ id }) => id)
const isRejected = (result: PromiseSettledResult<void>): result is PromiseRejectedResult => result.status === 'rejected'

/** Erases one who was added, or notes on their line why they stay. */
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

/** @throws what the first failed with, once all of them ended: the task's scope ends with it */
async function takeAllBack(session: Session, memberships: readonly number[]): Promise<void> {
  const failed = (await Promise.allSettled(memberships.map((id) => takeBack(session, id)))).find(isRejected)
  if (failed) throw failed.reason
}

/** Takes an import back: whoever has not come in yet is erased again. */
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
      for (;;) {
        const people = (await of().join('kit_members as m', 'm.id', 'r.membership_id').orderBy('r.line').limit(BATCH).select('m.id')) as {
          id: number
        }[]
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

/** Says how an import stands that was cut off. @param empty what it is when nobody of it is there */
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

import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { TaskDefinition, TaskState, TaskView } from '../contract/tasks.js'
import { AppError, conflict, forbidden, notFound } from '../contract/errors.js'
import { sendJob } from '../events/outbox.js'
import { enqueue, jobsAreRunning } from '../jobs/boss.js'
import { pluginRegistry } from '../plugins/registry.js'
import { asSystem, currentScopeCompany, inCompany } from '../tenancy/scope.js'
import type { Session } from '../tenancy/session.js'
import type { TypedTask } from './task.js'

/** The job that runs tasks. */
export const TASK_JOB = 'core.tasks.run'
/** The most open tasks of one person, waiting and running. */
const MOST_OPEN = 5
/** Number of tasks in the tray. */
const SHOWN = 20
const ROWS_A_PAGE = 50

export interface TaskRecord {
  id: number
  company_id: number | null
  user_id: number
  membership_id: number | null
  name: string
  payload: object
  subject: string | null
  state: TaskState
  total: number | null
  done: number
  failed: number
  unchanged: number
  code: string | null
  reason: string | null
  cursor: unknown
  lease: string | null
  runs: number
  file_key: string | null
  file_name: string | null
  file_type: string | null
  file_size: number | null
  cancel_asked_at: Date | null
  undone_at: Date | null
  /** The task that this one undoes. */
  undoes: number | null
  /** The state of the task that undoes this one, for the owner's own tasks (`owned`). */
  undo_state?: TaskState | null
  /** Every row of the undone task was unchanged. */
  undo_did_nothing?: boolean | null
  created_at: Date
  finished_at: Date | null
}

/** A task belongs to its owner in the company where it was started. An admin's tasks belong to no company. */
export const inTaskScope = <T>(session: Session, fn: () => Promise<T>): Promise<T> => (session.companyId ? fn() : asSystem('tasks.own', fn))

/** The caller's own tasks in the current company. */
export const mine = ({ userId, membershipId }: Session) => {
  const query = db.from('core_tasks').where('user_id', userId)
  return membershipId ? query.where('membership_id', membershipId) : query.whereNull('membership_id')
}

/** The same, each with the state of its undo. */
const owned = (session: Session) =>
  mine(session)
    .joinRaw(
      `left join lateral (select u.state as undo_state, u.done > 0 and u.failed = u.done as undo_did_nothing
         from core_tasks u where u.user_id = core_tasks.user_id and u.undoes = core_tasks.id order by u.id desc limit 1) undo on true`,
    )
    .select('core_tasks.*', 'undo_state', 'undo_did_nothing')

/** The undo was cancelled or failed, so not everything was undone. */
const undoEndedEarly = ({ undo_state: state }: TaskRecord) => state === 'cancelled' || state === 'failed'

/** The declared task with its plugin; undefined when the plugin was removed. */
export function taskNamed(name: string): (TaskDefinition & { plugin: string }) | undefined {
  return pluginRegistry().tasks.find((task) => task.name === name)
}

export function toTaskView(row: TaskRecord): TaskView {
  const task = taskNamed(row.name)
  return {
    id: row.id,
    plugin: row.subject?.split('.')[0] ?? task?.plugin ?? 'core',
    label: task?.label ?? 'core.tasks.unknown',
    subject: row.subject,
    about: task?.about?.(row.payload as never) ?? null,
    state: row.state,
    done: row.done,
    total: row.total,
    failed: row.failed,
    unchanged: row.unchanged,
    // A task that makes a file also counts rows, but has no result for each.
    results: row.failed > 0 || (row.done > 0 && task?.rowNames !== undefined),
    code: row.code,
    undoable: isUndoable(row),
    again: mayRunAgain(row),
    undone: row.undone_at !== null && (row.undo_state ?? 'done') === 'done' && !row.undo_did_nothing,
    stopping: row.cancel_asked_at !== null && row.state === 'running',
    file: row.file_key && row.state === 'done' ? { name: row.file_name!, size: row.file_size! } : null,
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
  }
}

/** Long enough to notice a mistake. */
const UNDO_MS = 3_600_000

function isUndoable(row: TaskRecord): boolean {
  const { name, payload, state, done, failed, unchanged, finished_at: ended } = row
  // A task that failed half-way also changed something.
  const over = state !== 'queued' && state !== 'running'
  const undone = row.undone_at !== null && !undoEndedEarly(row)
  if (!over || undone || done === failed + unchanged || !ended || ended.getTime() < Date.now() - UNDO_MS) return false
  return taskNamed(name)?.undo?.can(payload as never) ?? false
}

/** Code of a finished task whose file was deleted because a person of the company was erased. */
export const FILE_ERASED = 'file_erased'

/** After this time the request may no longer be what the person wants. */
const AGAIN_MS = 7 * 86_400_000

type Failed = Pick<TaskRecord, 'name' | 'state' | 'code' | 'undoes' | 'undone_at' | 'finished_at'>

/**
 * Whether the task can be run again: it failed for good, or its file was erased. An undo task cannot; its owner starts the undo again.
 * Reads only the declared tasks.
 */
export function mayRunAgain({ name, state, code, undoes, undone_at: undone, finished_at: ended }: Failed): boolean {
  const needsIt = state === 'failed' || (state === 'done' && code === FILE_ERASED)
  if (!needsIt || undoes !== null || undone || !ended || ended.getTime() < Date.now() - AGAIN_MS) return false
  return taskNamed(name)?.again ?? false
}

/**
 * Undoes one of the caller's own tasks, once and within the hour, with a second task. If that one ended early, the undo can be started
 * again.
 * @throws AppError 404; 409 not_undoable; as `startTask`
 */
export async function undoTask(session: Session, id: string | number): Promise<TaskView> {
  const task = await ownTask(session, id)
  const undo = taskNamed(task.name)?.undo
  if (!undo || !isUndoable(task)) throw conflict('not_undoable')
  return undo.start(session as never, { id: task.id, payload: task.payload as never })
}

/** Marks the task as undone. For two concurrent calls, the second one fails. @throws AppError 409 not_undoable */
async function markUndone(session: Session, id: number, trx: TransactionClientContract): Promise<void> {
  const row = (await owned(session).where('id', id).useTransaction(trx).first()) as TaskRecord | null
  if (!row || !isUndoable(row)) throw conflict('not_undoable')
  await trx.from('core_tasks').where('id', id).update({ undone_at: new Date() })
}

interface StartOptions {
  subject?: string | null
  undoes?: number | null
  along?: (trx: TransactionClientContract) => Promise<void>
}

/**
 * Starts long work for the caller. It runs as soon as a worker is free.
 * @param payload plain JSON: ids and filters, not rows
 * @param subject message for the tray that says what the task is about: the label's {subject}
 * @param undoes the task that this one undoes
 * @param along changes made in the same transaction as the start: both happen or neither
 * @throws AppError 403 without permission; 409 too_many_tasks with five open ones, not_undoable; whatever `along` throws
 */
export async function startTask<P extends object>(
  session: Session,
  task: TypedTask<P>,
  payload: P,
  { subject = null, undoes = null, along }: StartOptions = {},
): Promise<TaskView> {
  if (!taskNamed(task.name)) throw new Error(`No plugin declares the task "${task.name}".`)
  if (!session.isAllowed(task.access)) throw forbidden()
  // Without this an impersonating admin's task would run with their own rights, in every company.
  if (session.impersonation) throw conflict('visit_no_task')
  return inTaskScope(session, () =>
    db.transaction(async (trx) => {
      await lockTaskSlots(trx, session)
      if (undoes !== null) await markUndone(session, undoes, trx)
      await along?.(trx)
      const owner = { company_id: session.companyId, user_id: session.userId, membership_id: session.membershipId }
      const [row] = (await trx
        .table('core_tasks')
        .insert({ ...owner, name: task.name, subject, undoes, payload: JSON.stringify(payload) })
        .returning('*')) as [TaskRecord]
      await sendTask(trx, row)
      return toTaskView(row)
    }),
  )
}

/** One at a time, so that the second of two concurrent starts counts the first. @throws AppError 409 too_many_tasks with five open ones */
export async function lockTaskSlots(trx: TransactionClientContract, session: Session): Promise<void> {
  await trx.rawQuery(`select pg_advisory_xact_lock(hashtext('core.tasks'), ?::int)`, [session.userId % 2_147_483_647])
  const [{ open }] = await mine(session).useTransaction(trx).whereIn('state', ['queued', 'running']).count('* as open')
  if (Number(open) >= MOST_OPEN) throw conflict('too_many_tasks')
}

/** Queues the next run in this transaction. @throws AppError 503 unavailable */
export async function sendTask(trx: TransactionClientContract, { id, company_id: companyId }: TaskRecord): Promise<void> {
  // From a company's scope through the outbox, which waits while no worker runs.
  if (currentScopeCompany()) await sendJob(trx, TASK_JOB, { taskId: id })
  else if (jobsAreRunning()) await enqueue(TASK_JOB, [{ companyId, taskId: id }], trx)
  else throw new AppError(503, 'unavailable')
}

/** The caller's newest tasks. */
export async function ownTasks(session: Session): Promise<TaskView[]> {
  const rows = (await inTaskScope(session, () => owned(session).orderBy('id', 'desc').limit(SHOWN))) as TaskRecord[]
  return rows.map(toTaskView)
}

/** One of the caller's own tasks. @throws AppError 404 for anybody else's */
export async function ownTask(session: Session, id: string | number): Promise<TaskRecord> {
  const row = await inTaskScope(session, () => owned(session).where('id', id).first())
  if (!row) throw notFound()
  return row as TaskRecord
}

/** Stops a task: a waiting one at once, a running one before its next row. Finished rows stay. @throws AppError 404 */
export async function cancelTask(session: Session, id: string | number): Promise<TaskView> {
  const [row] = (await inTaskScope(session, () =>
    mine(session)
      .where('id', id)
      .whereIn('state', ['queued', 'running'])
      .update({
        cancel_asked_at: new Date(),
        state: db.raw(`case when state = 'queued' then 'cancelled' else state end`),
        finished_at: db.raw(`case when state = 'queued' then now() end`),
      })
      .returning('*'),
  )) as TaskRecord[]
  if (row?.state === 'cancelled') await notifyStopped(row)
  return toTaskView(row ?? (await ownTask(session, id)))
}

/** Tells the declared task that it ended without finishing. */
export async function notifyStopped({ name, company_id: company, payload }: TaskRecord): Promise<void> {
  const stopped = taskNamed(name)?.stopped
  if (!stopped) return
  const tell = () => stopped(payload as never)
  await (company ? inCompany(company, tell) : asSystem('tasks.stopped', tell))
}

export interface TaskRowView {
  key: string
  /** The row's name from the declared task; null when the row is gone. */
  name: string | null
  /** Null on success. */
  code: string | null
  /** Whether nothing had to change. */
  unchanged?: true
}

interface RowRecord {
  id: number
  key: string
  code: string | null
  unchanged: boolean
}

/** A page of a task's rows: the failed ones first, each part in order. */
async function rowsPast(task: number, { failed, from }: { failed: boolean; from: number }): Promise<RowRecord[]> {
  const rows = () => db.from('core_task_rows').where('task_id', task)
  // Two queries, each with its own index, so that a page of many rows sorts nothing.
  const part = (condition: string, past: number, limit: number): PromiseLike<RowRecord[]> =>
    rows().whereRaw(condition).where('id', '>', past).orderBy('id').limit(limit)
  const last = from ? ((await rows().where('id', from).first()) as RowRecord | null) : null
  const isPastFailed = last !== null && last.code === null
  const found = isPastFailed ? [] : await part('code is not null', from, ROWS_A_PAGE + 1)
  const room = ROWS_A_PAGE + 1 - found.length
  return failed || !room ? found : [...found, ...(await part('code is null', isPastFailed ? from : 0, room))]
}

/**
 * The result of each row, the failed ones first.
 * @param failed only failed rows
 * @param from `next` of the previous page
 * @throws AppError 404 for anybody else's task
 */
export async function taskRows(
  session: Session,
  id: string | number,
  { failed, from }: { failed: boolean; from: number },
): Promise<{ data: TaskRowView[]; next: number | null }> {
  const task = await ownTask(session, id)
  const rows = await inTaskScope(session, () => rowsPast(task.id, { failed, from }))
  const shown = rows.slice(0, ROWS_A_PAGE)
  const keys = shown.map(({ key }) => key)
  const names = keys.length ? await taskNamed(task.name)?.rowNames?.(keys, session as never, task.payload as never) : undefined
  return {
    data: shown.map(({ key, code, unchanged }) => ({ key, code, name: names?.get(key) ?? null, ...(unchanged && { unchanged }) })),
    next: rows.length > ROWS_A_PAGE ? shown.at(-1)!.id : null,
  }
}

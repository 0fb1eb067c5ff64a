import db from '@adonisjs/lucid/services/db'
import { DateTime } from 'luxon'
import { findPerson } from '../accounts/session_store.js'
import { AppError, conflict, forbidden } from '../contract/errors.js'
import { type Recurrence, nextAt } from '../i18n/recurrence.js'
import { asSystem } from '../tenancy/scope.js'
import type { Session } from '../tenancy/session.js'
import type { TypedTask } from './task.js'
import { startTask, taskNamed } from './task_store.js'

/** An admin's task that starts on a schedule. */
export interface PlannedTask<P extends object = object> {
  /** The owner; null after they were erased. */
  userId: number | null
  payload: P
  schedule: Recurrence
  /** Null if it was stopped automatically. */
  nextAt: Date | null
  stopped: string | null
}

interface Row {
  id: number
  user_id: number | null
  key: string
  name: string
  payload: object
  schedule: Recurrence
  next_at: Date | null
  stopped: string | null
}

const TABLE = 'core_planned_tasks'
const next = (schedule: Recurrence) => nextAt(schedule, DateTime.now()).toJSDate()

const asAdmin = <T>(session: Session, fn: () => PromiseLike<T>): Promise<T> => {
  if (!session.isAdmin) throw forbidden()
  return asSystem('tasks.planned', fn)
}

/**
 * Schedules a task of this admin. Replaces an earlier plan with the same key. The payload gets `dueAt`, the scheduled time.
 * @throws AppError 403 for anybody but an admin
 */
export async function planTask<P extends object>(
  session: Session,
  task: TypedTask<P>,
  payload: P,
  { key, schedule }: { key: string; schedule: Recurrence },
): Promise<void> {
  const plan = { user_id: session.userId, key, name: task.name, payload: JSON.stringify(payload), schedule: JSON.stringify(schedule) }
  await asAdmin(session, () =>
    db
      .knexQuery()
      .table(TABLE)
      .insert({ ...plan, next_at: next(schedule), stopped: null })
      .onConflict('key')
      .merge(),
  )
}

/** Changes part of a plan's payload. Does nothing if there is no such plan. */
export const changePlanned = (session: Session, key: string, part: object): Promise<unknown> =>
  asAdmin(session, () =>
    db
      .from(TABLE)
      .where('key', key)
      .update({ payload: db.raw('payload || ?::jsonb', [JSON.stringify(part)]) }),
  )

/** Deletes a plan. It is no error if there is none. */
export const endPlanned = (session: Session, key: string): Promise<unknown> =>
  asAdmin(session, () => db.from(TABLE).where('key', key).delete())

const stop = (key: string, why: string) => db.from(TABLE).where('key', key).update({ next_at: null, stopped: why })

/** Stops a plan that can no longer run, with the reason for people who look at it. */
export const stopPlanned = (session: Session, key: string, why: string): Promise<unknown> => asAdmin(session, () => stop(key, why))

/** The plans with these keys, of all admins. */
export async function plannedTasks<P extends object>(session: Session, keys: readonly string[]): Promise<Map<string, PlannedTask<P>>> {
  const rows = (await asAdmin(session, () => db.from(TABLE).whereIn('key', [...keys]))) as Row[]
  return new Map(
    rows.map(({ key, user_id: userId, payload, schedule, next_at: nextAt, stopped }) => [
      key,
      { userId, payload: payload as P, schedule, nextAt, stopped },
    ]),
  )
}

/** The hourly job `core.tasks.planned`: starts each due task once, with the owner's current permissions. */
export async function startPlanned(): Promise<void> {
  const due = (await db.from(TABLE).where('next_at', '<=', new Date()).orderBy('next_at').limit(500)) as Row[]
  for (const row of due) await startOne(row)
}

async function startOne({ id, key, user_id: userId, name, payload, schedule, next_at: dueAt }: Row): Promise<void> {
  const session = userId === null ? null : await findPerson(userId, null)
  const task = taskNamed(name)
  if (!task || !session?.isAdmin || !session.isAllowed(task.access)) return void (await stop(key, 'owner_left'))
  try {
    await startTask(
      session,
      task as TypedTask<object>,
      { ...payload, dueAt: dueAt!.toISOString() },
      {
        // Scheduled from now, not from the time it was due: runs that were missed while the server was down happen once.
        along: async (trx) => {
          const [taken] = await trx
            .from(TABLE)
            .where({ id, next_at: dueAt })
            .update({ next_at: next(schedule) })
            .returning('id')
          if (!taken) throw conflict('begun')
        },
      },
    )
  } catch (error) {
    // Another process started it, or its owner has five open tasks. It is tried again in an hour.
    if (!(error instanceof AppError && error.status === 409)) throw error
  }
}

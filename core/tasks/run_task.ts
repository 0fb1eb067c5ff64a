import db from '@adonisjs/lucid/services/db'
import logger from '@adonisjs/core/services/logger'
import { findPerson } from '../accounts/session_store.js'
import { AppError } from '../contract/errors.js'
import { failureOf } from '../jobs/failure.js'
import { DEAD_LETTER_QUEUE } from '../jobs/queues.js'
import { pluginRegistry } from '../plugins/registry.js'
import { asSystem, inCompany, withoutScope } from '../tenancy/scope.js'
import { TaskStopped } from './task.js'
import { FILE_DAYS, removeTaskFile } from './task_file.js'
import { TaskRunner } from './task_runner.js'
import { TASK_JOB, type TaskRecord, taskNamed, notifyStopped } from './task_store.js'

/** Limit for one run of a task. A task is given up after MAX_RUNS runs that did not finish. */
export const TASK_LIMIT_SECONDS = 2 * 3600
export const TASK_HEARTBEAT_SECONDS = 10
export const MAX_RUNS = 5
const TASK_DAYS = 30
const STALE_HOURS = 24
/** Stored characters of an error message. */
const MOST_REASON = 300

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)

/**
 * The job `core.tasks.run`: runs one task with its owner's current permissions, in the scope of its company. An admin's task runs in the
 * system's scope.
 */
export async function runTask({ taskId }: { taskId: number }): Promise<void> {
  const task = await TaskRunner.claim(taskId)
  if (!task) return
  const session = await findPerson(task.user_id, task.membership_id)
  const definition = taskNamed(task.name)
  if (!session || !definition) return giveUp(task, 'not_allowed')
  const runner = TaskRunner.of(task, session)
  const isOn = pluginRegistry().isOn(definition.plugin, session.enabledPlugins)
  if (!isOn || !session.isAllowed(definition.access)) return runner.finish('failed', 'not_allowed')
  try {
    const work = () => definition.run(runner as never)
    await (task.company_id ? inCompany(task.company_id, work) : withoutScope(work))
    await runner.finish('done')
  } catch (error) {
    await end(runner, task, error)
  }
}

async function end(runner: TaskRunner, task: TaskRecord, error: unknown): Promise<void> {
  if (error instanceof TaskStopped) return error.reason === 'cancelled' ? runner.finish('cancelled') : undefined
  if (error instanceof AppError) return runner.finish('failed', error.code)
  // The queue retries it, and the task continues from its cursor.
  if (task.runs < MAX_RUNS) throw error
  // Not rethrown: the task list shows the error, and a dead letter of it would be useless.
  logger.error({ err: error, task: task.id, name: task.name }, 'task failed for good')
  await runner.finish('failed', 'default', failureOf(error).message.split('\n')[0]!.slice(0, MOST_REASON))
}

async function giveUp(task: TaskRecord, code: string): Promise<void> {
  const { id, lease } = task
  await notifyStopped(task)
  await asSystem('tasks.give_up', () =>
    db.from('core_tasks').where({ id, lease }).update({ state: 'failed', code, finished_at: new Date() }),
  )
}

/** The daily job `core.tasks.clean`: deletes files after a week and tasks after a month, and ends tasks that no process runs any more. */
export async function cleanTasks(): Promise<void> {
  await asSystem('tasks.clean', async () => {
    const stale = new Date(Date.now() - STALE_HOURS * 3_600_000)
    const left = (await db
      .from('core_tasks')
      .whereIn('state', ['queued', 'running'])
      .where('touched_at', '<', stale)
      .update({ state: 'failed', code: 'interrupted', finished_at: new Date(), lease: null })
      .returning('*')) as TaskRecord[]
    for (const task of left) await notifyStopped(task)
    // These have ended, so jobs that are left in the queue would do nothing.
    const ended = left.map(({ id }) => id)
    const letters = db.from('pgboss.job').where({ name: DEAD_LETTER_QUEUE, source_name: TASK_JOB })
    await letters.whereRaw(`(data->>'taskId')::bigint = any(?)`, [ended]).delete()
    const old = await db.from('core_tasks').whereNotNull('file_key').where('finished_at', '<', daysAgo(FILE_DAYS)).select('id', 'file_key')
    for (const { id, file_key: key } of old as { id: number; file_key: string }[]) {
      // The content first: a row whose content is gone is found again, but content without a row is not.
      await removeTaskFile(key)
      await db.from('core_tasks').where('id', id).update({ file_key: null })
    }
    await db.from('core_tasks').whereNull('file_key').where('finished_at', '<', daysAgo(TASK_DAYS)).delete()
  })
}

import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { TaskView } from '../contract/tasks.js'
import { conflict, notFound } from '../contract/errors.js'
import { acrossCompanies } from '../tenancy/across.js'
import type { Session } from '../tenancy/session.js'
import { FILE_ERASED, type TaskRecord, inTaskScope, mayRunAgain, mine, ownTask, sendTask, lockTaskSlots, toTaskView } from './task_store.js'

/** For two concurrent calls, the second one fails. @throws AppError 404; 409 not_again */
async function begin(trx: TransactionClientContract, row: TaskRecord | null): Promise<TaskRecord> {
  if (!row) throw notFound()
  if (!mayRunAgain(row)) throw conflict('not_again')
  // Its progress is kept, so no row is processed twice. A file is made from the beginning.
  const anew = {
    ...(row.code === FILE_ERASED && { cursor: null, total: null, done: 0, failed: 0, unchanged: 0 }),
    state: 'queued',
    code: null,
    reason: null,
    lease: null,
    runs: 0,
    cancel_asked_at: null,
    finished_at: null,
    touched_at: new Date(),
  }
  const [begun] = (await trx.from('core_tasks').where('id', row.id).update(anew).returning('*')) as [TaskRecord]
  await sendTask(trx, begun)
  return begun
}

/**
 * Restarts one of the caller's own failed tasks where it stopped.
 * @throws AppError 404; 409 not_again, too_many_tasks, visit_no_task
 */
export async function runOwnAgain(session: Session, id: string | number): Promise<TaskView> {
  if (session.impersonation) throw conflict('visit_no_task')
  await inTaskScope(session, () =>
    db.transaction(async (trx) => {
      await lockTaskSlots(trx, session)
      const row = (await mine(session).useTransaction(trx).where('id', id).forUpdate().first()) as TaskRecord | null
      await begin(trx, row)
    }),
  )
  return toTaskView(await ownTask(session, id))
}

/**
 * The same for any task, by an admin. It runs with its owner's permissions. Audited with the admin's name.
 * @throws AppError 404; 409 not_again
 */
export async function runAnyAgain(session: Session, id: string | number): Promise<void> {
  await acrossCompanies(session, 'tasks.run_again', () =>
    db.transaction(async (trx) => {
      const row = (await trx.from('core_tasks').where('id', id).forUpdate().first()) as TaskRecord | null
      const { name, company_id: company } = await begin(trx, row)
      await trx.table('core_audit_log').insert({
        ...{ user_id: session.userId, company_id: company, action: 'task_run_again', reason: 'tasks.run_again' },
        details: JSON.stringify({ task: Number(id), name }),
      })
    }),
  )
}

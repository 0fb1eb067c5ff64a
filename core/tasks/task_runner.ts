import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import logger from '@adonisjs/core/services/logger'
import { AppError, notFound } from '../contract/errors.js'
import type { RowDone } from '../contract/lists.js'
import { asSystem, inCompany, withoutScope } from '../tenancy/scope.js'
import type { Session } from '../tenancy/session.js'
import { isUnavailable } from '../database/unavailable.js'
import { type TaskRun, TaskStopped } from './task.js'
import { removeTaskFile, saveTaskFile } from './task_file.js'
import { FILE_ERASED, type TaskRecord, notifyStopped } from './task_store.js'

const WRITE_EVERY_MS = 500
/** The code that stays on a task whose file was erased. */
const CODE_OF_DONE = 'case when code = ? and file_name is not null then code end'

/** One run of one task. Its writes count only while the run holds the task's lease. */
export class TaskRunner implements TaskRun<object> {
  readonly payload: object
  readonly cursor: unknown
  readonly #lease: string
  #written = 0

  private constructor(
    private readonly task: TaskRecord,
    readonly session: Session,
  ) {
    this.payload = task.payload
    this.cursor = task.cursor
    this.#lease = task.lease!
  }

  /** Takes the lease of the task. @returns null when the task has finished or was cancelled */
  static async claim(taskId: number): Promise<TaskRecord | null> {
    const [task] = (await db
      .from('core_tasks')
      .where('id', taskId)
      .whereIn('state', ['queued', 'running'])
      .update({
        state: db.raw(`case when cancel_asked_at is null then 'running' else 'cancelled' end`),
        finished_at: db.raw(`case when cancel_asked_at is null then null else now() end`),
        lease: randomUUID(),
        runs: db.raw('runs + 1'),
        started_at: db.raw('coalesce(started_at, now())'),
        touched_at: new Date(),
      })
      .returning('*')) as TaskRecord[]
    if (task?.state === 'cancelled') await notifyStopped(task)
    return task?.state === 'running' ? task : null
  }

  static of(task: TaskRecord, session: Session): TaskRunner {
    return new TaskRunner(task, session)
  }

  async progress(done: number, total: number | null): Promise<void> {
    const now = Date.now()
    if (now - this.#written < WRITE_EVERY_MS && done !== total) return
    this.#written = now
    await this.#write({ done, total })
  }

  async expect(total: number): Promise<void> {
    // A run that continues was already reported, when more rows were left.
    if (this.task.total === null) await this.#write({ total })
  }

  async keep(cursor: unknown): Promise<void> {
    await this.#write({ cursor: JSON.stringify(cursor) })
  }

  async row(key: string, fn: (trx: TransactionClientContract) => Promise<RowDone>, companyId?: number): Promise<void> {
    const own = this.task.company_id
    await this.#inScope(() =>
      db.transaction(async (trx) => {
        // Locks the row: a run that took over waits here, and this run ends afterwards.
        const held = await trx.from('core_tasks').where({ id: this.task.id, lease: this.#lease, state: 'running' }).forUpdate().first()
        if (!held) throw new TaskStopped('taken_over')
        if (held.cancel_asked_at) throw new TaskStopped('cancelled')
        const { rows } = await trx.rawQuery<{ rows: { id: number }[] }>(
          'insert into core_task_rows (company_id, task_id, key) values (?, ?, ?) on conflict (task_id, key) do nothing returning id',
          [own as number, this.task.id, key],
        )
        if (!rows[0]) return
        const { code, unchanged, kept } = await this.#attempt(trx, fn, companyId)
        if (code || unchanged || kept) await trx.from('core_task_rows').where('id', rows[0].id).update({ code, unchanged, kept })
        await trx
          .from('core_tasks')
          .where('id', this.task.id)
          .update({
            done: db.raw('done + 1'),
            failed: db.raw(`failed + ${code ? 1 : 0}`),
            unchanged: db.raw(`unchanged + ${unchanged ? 1 : 0}`),
            touched_at: new Date(),
          })
      }),
    )
  }

  async file(stream: Readable, name: string, type: string): Promise<void> {
    const kept = await saveTaskFile(stream, { companyId: this.task.company_id, taskId: this.task.id })
    const before = this.task.file_key
    const written = { file_key: kept.key, file_name: name, file_type: type, file_size: kept.size }
    await this.#write(written).catch(async (error: unknown) => {
      await removeTaskFile(kept.key)
      throw error
    })
    Object.assign(this.task, written)
    if (before) await removeTaskFile(before)
  }

  /** Ends the task, unless another run has taken it over. @param reason the error, for the person who fixes it; the owner sees the code */
  async finish(state: 'done' | 'failed' | 'cancelled', code: string | null = null, reason: string | null = null): Promise<void> {
    const end = { state, code, reason, finished_at: new Date(), touched_at: new Date() }
    const own = () => db.from('core_tasks').where({ id: this.task.id, lease: this.#lease })
    // The event comes before the end: a server that dies in between runs this again and sends it twice. In the other order it might never
    // be sent.
    if (state !== 'done' && (await this.#inScope(() => own().select('id').first()))) await notifyStopped(this.task)
    if (state === 'done') await this.#dropErasedFile()
    await this.#inScope(() => own().update({ ...end, ...(state === 'done' && { code: db.raw(CODE_OF_DONE, [FILE_ERASED]) }) }))
  }

  /** A person was erased during the run, so its file may name them. */
  async #dropErasedFile(): Promise<void> {
    const row = () => db.from('core_tasks').where({ id: this.task.id, lease: this.#lease, code: FILE_ERASED })
    const erased = (await this.#inScope(() => row().whereNotNull('file_key').select('file_key').first())) as { file_key: string } | null
    if (!erased) return
    await removeTaskFile(erased.file_key)
    await this.#inScope(() => row().where('file_key', erased.file_key).update({ file_key: null }))
  }

  /** The scope of the owner's company. An admin has none and gets the system's scope, in which only the task's own rows are written. */
  #inScope<T>(fn: () => Promise<T>): Promise<T> {
    return this.task.company_id ? inCompany(this.task.company_id, fn) : asSystem('tasks.run', fn)
  }

  async #write(change: Record<string, unknown>): Promise<void> {
    const [row] = (await this.#inScope(() =>
      db
        .from('core_tasks')
        .where({ id: this.task.id, lease: this.#lease, state: 'running' })
        .update({ ...change, touched_at: new Date() })
        .returning('cancel_asked_at'),
    )) as { cancel_asked_at: Date | null }[]
    if (!row) throw new TaskStopped('taken_over')
    if (row.cancel_asked_at) throw new TaskStopped('cancelled')
  }

  /** @returns the code of a failed row or null, whether it was unchanged, and the data for its undo as JSON */
  async #attempt(
    trx: TransactionClientContract,
    fn: (trx: TransactionClientContract) => Promise<RowDone>,
    companyId?: number,
  ): Promise<{ code: string | null; unchanged: boolean; kept: string | null }> {
    const savepoint = await trx.transaction()
    try {
      const work = () => fn(savepoint)
      const company = this.task.company_id ?? companyId
      const done = await (company ? inCompany(company, work) : withoutScope(work))
      await savepoint.commit()
      const { kept, partly = null, unchanged = done === 'unchanged' } = typeof done === 'object' ? done : {}
      return { code: partly, unchanged, kept: kept ? JSON.stringify(kept) : null }
    } catch (error) {
      if (error instanceof TaskStopped || isUnavailable(error)) throw error
      await savepoint.rollback()
      return { code: this.#codeOf(error), unchanged: false, kept: null }
    }
  }

  #codeOf(error: unknown): string {
    if (error instanceof AppError) return error.code
    const { code } = (error ?? {}) as { code?: unknown }
    if (code === 'E_VALIDATION_ERROR') return 'validation_failed'
    if (code === 'E_ROW_NOT_FOUND') return notFound().code
    logger.error({ err: error, task: this.task.id, name: this.task.name }, 'row of a task failed')
    return 'default'
  }
}

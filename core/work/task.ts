import type { Readable } from 'node:stream'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { RowDone } from '../contract/lists.js'
import type { TaskDefinition } from '../contract/tasks.js'
import type { Session } from '../tenancy/session.js'

/** What a task's `run` works with. Every method throws TaskStopped when the task was cancelled or taken over: let it pass. */
export interface TaskRun<P extends object, C = unknown> {
  readonly payload: P
  /** Who started it, as they are now: their role, rights and language. */
  readonly session: Session
  /** What `keep` kept the last time, when this run goes on where a killed process stopped; else null. */
  readonly cursor: C | null
  /** How far it is; written at most twice a second. @param total null while nobody knows */
  progress(done: number, total: number | null): Promise<void>
  /** Says of how many rows `row` will be called. */
  expect(total: number): Promise<void>
  /** Keeps where to go on after a restart. */
  keep(cursor: C): Promise<void>
  /**
   * Does one row, once: what `fn` changes, that it was done and the count are
   * one transaction, so that a restart in the middle repeats nothing. An AppError of
   * `fn` is that row's result and undoes only what it did.
   * What it says is `unchanged` is not taken back when the task is; what it `kept` is there for taking it back.
   * @param key the row's id, as text
   * @param companyId of the row; needed when an admin's task works in companies
   */
  row(key: string, fn: (trx: TransactionClientContract) => Promise<RowDone>, companyId?: number): Promise<void>
  /** Keeps the file that the person will download; the last one counts. */
  file(stream: Readable, name: string, type: string): Promise<void>
}

/** Declares a task with its types checked; name it in `tasks` of the plugin and start it with `startTask`. */
export interface TypedTask<P extends object> extends TaskDefinition {
  /** Type only. */
  readonly payload?: P
}

export interface TaskInput<P extends object, C> extends Omit<TaskDefinition, 'run' | 'rowNames' | 'stopped' | 'about'> {
  readonly about?: (payload: P) => string
  readonly stopped?: (payload: P) => Promise<void>
  /**
   * In the company's scope; an admin's in none, as a request of theirs. May run
   * again from the beginning, or from `cursor`, when the server was killed meanwhile.
   * @throws AppError whose code the person reads; anything else is tried again
   */
  readonly run: (task: TaskRun<P, C>) => Promise<void>
  readonly rowNames?: (keys: readonly string[], owner: Session, payload: P) => Promise<ReadonlyMap<string, string>>
}

export function defineTask<P extends object, C = unknown>(task: TaskInput<P, C>): TypedTask<P> {
  return task as unknown as TypedTask<P>
}

/** The task was cancelled, or another process has it: nothing more may be written. Thrown through `run`. */
export class TaskStopped extends Error {
  constructor(readonly reason: 'cancelled' | 'taken_over') {
    super(`task ${reason}`)
  }
}

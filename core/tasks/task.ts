import type { Readable } from 'node:stream'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { RowDone } from '../contract/lists.js'
import type { TaskDefinition } from '../contract/tasks.js'
import type { Session } from '../tenancy/session.js'

/** The context of a task's `run`. Every method throws TaskStopped when the task was cancelled or taken over; do not catch it. */
export interface TaskRun<P extends object, C = unknown> {
  readonly payload: P
  /** Who started it, with their current role, permissions and language. */
  readonly session: Session
  /** The value of the last `keep`, when this run continues after a killed process; otherwise null. */
  readonly cursor: C | null
  /** Reports the progress; written at most twice a second. @param total null while it is unknown */
  progress(done: number, total: number | null): Promise<void>
  /** Sets the number of rows that `row` will be called for. */
  expect(total: number): Promise<void>
  /** Stores where to continue after a restart. */
  keep(cursor: C): Promise<void>
  /**
   * Processes one row exactly once: the changes of `fn`, the row's result and the count are one transaction, so a restart repeats nothing.
   * An AppError in `fn` becomes the row's result and rolls back only its changes. Rows reported as `unchanged` are skipped when the task is
   * undone; `kept` is stored for the undo.
   * @param key the row's id, as text
   * @param companyId of the row; needed when an admin's task works in companies
   */
  row(key: string, fn: (trx: TransactionClientContract) => Promise<RowDone>, companyId?: number): Promise<void>
  /** Stores the file that the person will download. The last one counts. */
  file(stream: Readable, name: string, type: string): Promise<void>
}

/** Declares a task with typed input. List it in `tasks` of the plugin and start it with `startTask`. */
export interface TypedTask<P extends object> extends TaskDefinition {
  /** For types only. */
  readonly payload?: P
}

export interface TaskInput<P extends object, C> extends Omit<TaskDefinition, 'run' | 'rowNames' | 'stopped' | 'about'> {
  readonly about?: (payload: P) => string
  readonly stopped?: (payload: P) => Promise<void>
  /**
   * Runs in the company's scope; an admin's task runs in no company, like the admin's requests. May run again from the beginning, or from
   * `cursor`, after the server was killed.
   * @throws AppError whose code the person sees; any other error is retried
   */
  readonly run: (task: TaskRun<P, C>) => Promise<void>
  readonly rowNames?: (keys: readonly string[], owner: Session, payload: P) => Promise<ReadonlyMap<string, string>>
}

export function defineTask<P extends object, C = unknown>(task: TaskInput<P, C>): TypedTask<P> {
  return task as unknown as TypedTask<P>
}

/** Thrown through `run` when the task was cancelled or another process took it over. Nothing more may be written. */
export class TaskStopped extends Error {
  constructor(readonly reason: 'cancelled' | 'taken_over') {
    super(`task ${reason}`)
  }
}

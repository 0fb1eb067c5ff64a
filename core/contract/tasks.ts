import type { Access } from './access.js'
import { defineStatuses } from './statuses.js'

export const TASK_STATES = ['queued', 'running', 'done', 'failed', 'cancelled'] as const
export type TaskState = (typeof TASK_STATES)[number]

/** How they look. */
export const taskStates = defineStatuses('core.status.task', {
  queued: ['neutral', 'waiting'],
  running: ['info', 'busy'],
  done: ['success', 'success'],
  failed: ['error', 'error'],
  cancelled: ['neutral', 'canceled'],
})

/** Long work that a person starts; made with `defineTask` of the kit, named in `tasks` of the plugin. */
export interface TaskDefinition {
  /** `<plugin>.<verb>`. */
  readonly name: string
  /** Message that names it in the tray: "Deactivating participants". */
  readonly label: string
  /** Held against the person when it is started, and again when it runs: it may have to wait. */
  readonly access: Access
  /** Whom or what it is about, of its payload: the label's {about}. */
  readonly about?: (payload: never) => string
  readonly run: (task: never) => Promise<void>
  /**
   * Once it has ended otherwise than by itself: cancelled, also before it began, or failed for good. Puts right what says that it is
   * still under way; in the scope of the owner's company, an admin's in the system's. May be called twice.
   */
  readonly stopped?: (payload: never) => Promise<void>
  /**
   * Where it failed for good it may begin once more with the same payload, for a week: it goes on where it stopped. Off unless said;
   * not where `stopped` has put aside what it needs.
   */
  readonly again?: true
  /** Its file holds no data of other people, so it is kept when somebody else of the company is erased. */
  readonly fileIsOwn?: true
  /** How it is taken back, for an hour after its end. */
  readonly undo?: TaskUndo
  /** Names for the keys of its rows, for whoever reads the results; all at once. Runs in the scope of the owner. */
  readonly rowNames?: (keys: readonly string[], owner: never, payload: never) => Promise<ReadonlyMap<string, string>>
}

export interface TaskUndo {
  /** Whether there is a way back from what was asked for. */
  readonly can: (payload: never) => boolean
  /** Starts the task that takes it back, for the owner of the first, and says so: `startTask(…, { undoes: id })`. */
  readonly start: (owner: never, task: { id: number; payload: never }) => Promise<TaskView>
}

/** What one may know of a task of one's own. */
export interface TaskView {
  id: number
  /** Plugin whose messages have its label and its codes. */
  plugin: string
  label: string
  /** Message that stands for {subject} in the label. */
  subject: string | null
  /** A name that stands for {about} in the label, which may ask by {named} whether there is one; null: it has none. */
  about: string | null
  state: TaskState
  /** Rows done so far, of how many (null: not known), and how many of them failed. */
  done: number
  total: number | null
  failed: number
  /** There is a result of each row to read. */
  results: boolean
  /** Why the whole task failed, or why its file is gone (`file_erased`). */
  code: string | null
  /** True from the moment that somebody asked it to stop. */
  stopping: boolean
  /** May be taken back now. */
  undoable: boolean
  /** Failed, or without its file, and may begin once more. */
  again: boolean
  /** Was taken back, by a task of its own that is done. */
  undone: boolean
  file: { name: string; size: number } | null
  created_at: string
  finished_at: string | null
}

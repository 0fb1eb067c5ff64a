import type { Access } from './access.js'
import { defineStatuses } from './statuses.js'

export const TASK_STATES = ['queued', 'running', 'done', 'failed', 'cancelled'] as const
export type TaskState = (typeof TASK_STATES)[number]

/** The look of each state. */
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
  /** Checked when the task is started and again when it runs, because it may wait in between. */
  readonly access: Access
  /** Describes the payload for {about} in the label. */
  readonly about?: (payload: never) => string
  readonly run: (task: never) => Promise<void>
  /**
   * Called when the task is cancelled, even before it started, or fails for good. Corrects data that says the task is still
   * running. Runs in the owner's company, or in the system's scope for an admin. May be called twice.
   */
  readonly stopped?: (payload: never) => Promise<void>
  /**
   * Allows a retry with the same payload for a week after it failed for good; it continues where it stopped. Off by default. Do
   * not use it if `stopped` removes data that the task needs.
   */
  readonly again?: true
  /** Its file contains no data of other people, so it is kept when someone else of the company is erased. */
  readonly fileIsOwn?: true
  /** Undo, available for an hour after the task ends. */
  readonly undo?: TaskUndo
  /** Loads readable names for the keys of its result rows, all at once. Runs in the owner's scope. */
  readonly rowNames?: (keys: readonly string[], owner: never, payload: never) => Promise<ReadonlyMap<string, string>>
}

export interface TaskUndo {
  /** Whether this task can be undone. */
  readonly can: (payload: never) => boolean
  /** Starts the undo task for the owner: `startTask(…, { undoes: id })`. */
  readonly start: (owner: never, task: { id: number; payload: never }) => Promise<TaskView>
}

/** A task as its owner sees it. */
export interface TaskView {
  id: number
  /** Plugin whose messages have its label and its codes. */
  plugin: string
  label: string
  /** Message for {subject} in the label. */
  subject: string | null
  /** A name for {about} in the label, which can test with {named} whether there is one; null: it has none. */
  about: string | null
  state: TaskState
  /** Rows done so far, the total (null: unknown), and how many of the done ones failed or had nothing to change. */
  done: number
  total: number | null
  failed: number
  unchanged: number
  /** Results per row are available. */
  results: boolean
  /** Why the whole task failed, or why its file is gone (`file_erased`). */
  code: string | null
  /** True once someone asked it to stop. */
  stopping: boolean
  /** Can be undone now. */
  undoable: boolean
  /** Can be run again: it failed, or its file was deleted. */
  again: boolean
  /** Was undone by a finished undo task. */
  undone: boolean
  file: { name: string; size: number } | null
  created_at: string
  finished_at: string | null
}

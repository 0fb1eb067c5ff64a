// Heavy work off the event loop, and long work that a person starts, sees and may cancel.
export type { TableDrawing } from '../pdf/table_pdf.js'
export { tablePdf } from '../pdf/table.js'
export { runInWorker } from '../workers/run_in_worker.js'
export { type TaskRun, type TypedTask, defineTask } from '../work/task.js'
export { startTask } from '../work/task_store.js'

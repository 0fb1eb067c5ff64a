// Heavy work off the event loop, and tasks that a person starts, follows and may cancel.
export type { TableDrawing } from '../pdf/table_pdf.js'
export { tablePdf } from '../pdf/table.js'
export { runInWorker } from '../workers/run_in_worker.js'
export { type TaskRun, type TypedTask, defineTask } from '../tasks/task.js'
export { FILE_DAYS as TASK_FILE_DAYS } from '../tasks/task_file.js'
export { type PlannedTask, changePlanned, endPlanned, planTask, plannedTasks, stopPlanned } from '../tasks/planned_tasks.js'
export { startTask } from '../tasks/task_store.js'

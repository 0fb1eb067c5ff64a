import { can } from '#core/contract/access'
import { AppError } from '#core/contract/errors'
import { defineTask } from '#core/kit/tasks'
import type { ReportDefinition } from '../contract/definition.js'
import type { PlannedRun } from './services/planned_run.js'
import type { ReportFormat } from './validators/definition.js'

/** A file that a person waits for, or one that is scheduled for an admin, who is mailed. */
export type ReportOrder = { name: string; format: ReportFormat } & ({ definition: ReportDefinition } | PlannedRun)

/** Creates the file of a report that takes too long for a request, with the rights that its owner has when it runs. */
export const reportTask = defineTask<ReportOrder>({
  name: 'reports.download',
  label: 'reports.task.download',
  again: true,
  access: can('reports.reports.view'),
  about: ({ name }) => name,
  run: async (task) => {
    const { reportOf } = await import('./query/reports.js')
    const { readDefinition } = await import('./validators/definition.js')
    const { fileOf } = await import('./services/report_file.js')
    const { isBroken } = await import('./services/run_store.js')
    const { definitionOf, stopRun, mailAdmin } = await import('./services/planned_run.js')
    const { session, payload } = task
    const { name, format } = payload
    const run = 'report' in payload ? payload : null
    try {
      const definition = 'report' in payload ? await definitionOf(session, payload) : payload.definition
      const report = reportOf(session, await readDefinition(session, definition))
      const file = await fileOf(report, { name, format, onRows: (done, total) => task.progress(done, total) })
      await task.file(file.stream, file.name, file.type)
      if (run) await mailAdmin(session, run, file.total)
    } catch (error) {
      if (!isBroken(error)) throw error
      if (run) await stopRun(session, run)
      throw new AppError(422, 'report_broken')
    }
  },
})

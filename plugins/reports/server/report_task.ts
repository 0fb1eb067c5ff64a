import { can } from '#core/contract/access'
import { defineTask } from '#core/kit/work'
import type { ReportDefinition } from '../contract/definition.js'
import type { ReportFormat } from './validators/definition.js'

export interface ReportOrder {
  definition: ReportDefinition
  name: string
  format: ReportFormat
}

/** Makes the file of a report that is too long to wait for, as whoever asked is when it runs. */
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
    const { definition, name, format } = task.payload
    const report = reportOf(task.session, await readDefinition(task.session, definition))
    const file = await fileOf(report, { name, format, onRows: (done, total) => task.progress(done, total) })
    await task.file(file.stream, file.name, file.type)
  },
})

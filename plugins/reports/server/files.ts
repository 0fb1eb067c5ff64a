import { can } from '#core/contract/access'
import { definePurpose } from '#core/contract/files'

/** Days for which a scheduled file can be downloaded. */
export const RUN_DAYS = 30

/** The file of a scheduled report: for people who may see the report itself. */
export const reportFile = definePurpose({
  name: 'reports.file',
  read: can('reports.reports.view'),
  mayRead: async (file, reader) => (await import('./services/run_files.js')).mayReadFile(file.id, reader.membershipId),
  types: ['xlsx', 'csv', 'pdf'],
  maxBytes: 100 * 1024 * 1024,
  retentionDays: RUN_DAYS,
})

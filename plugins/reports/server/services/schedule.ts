import type { Recurrence } from '#core/kit/days'
import type { ReportFormat } from '../validators/definition.js'

/** When a report is created automatically, and in which format. */
export interface Schedule extends Recurrence {
  format: ReportFormat
}

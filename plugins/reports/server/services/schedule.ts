import type { Recurrence } from '#core/kit/days'
import type { ReportFormat } from '../validators/definition.js'

/** The schedule and format of a report. */
export interface Schedule extends Recurrence {
  format: ReportFormat
}

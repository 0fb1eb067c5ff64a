import type { Recurrence } from '#core/kit/days'
import type { ReportFormat } from '../validators/definition.js'

/** When a report is made by itself, and as what. */
export interface Schedule extends Recurrence {
  format: ReportFormat
}

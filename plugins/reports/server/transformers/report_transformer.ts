import type { Session } from '#core/kit/scope'
import type { ReportDefinition } from '../../contract/definition.js'
import { type ReportRow, type RunRow, mayChange } from '../services/report_service.js'
import type { Schedule } from '../services/schedule.js'

/** A saved report in a list. */
export interface SavedReport {
  id: number
  name: string
  definition: ReportDefinition
  shared: boolean
  /** The viewer may change, schedule and delete it. */
  own: boolean
  /** The owner; null for one's own, and when they were erased. */
  owner: string | null
  schedule: Schedule | null
  next_at: string | null
  /** Another admin scheduled it and gets the mail. */
  for_colleague: boolean
  /** Why its schedule was ended automatically: `owner_left`, `report_broken`. */
  stopped: string | null
  updated_at: string
}

export interface ReportRun {
  id: number
  /** At /api/core/files/{file_id}. */
  file_id: number
  name: string
  rows: number
  made_at: string
}

export const toReport = (row: ReportRow, session: Session): SavedReport => ({
  id: row.id,
  name: row.name,
  definition: row.definition as ReportDefinition,
  shared: row.shared,
  own: mayChange(session, row),
  owner: row.membership_id === session.membershipId ? null : row.owner,
  schedule: row.schedule,
  next_at: row.next_at?.toISOString() ?? null,
  for_colleague: row.for_colleague ?? false,
  stopped: row.stopped,
  updated_at: row.updated_at.toISOString(),
})

export const toRun = (row: RunRow): ReportRun => ({
  id: row.id,
  file_id: row.file_id,
  name: row.file_name,
  rows: row.rows,
  made_at: row.made_at.toISOString(),
})

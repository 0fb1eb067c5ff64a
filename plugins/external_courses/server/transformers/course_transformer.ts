import { fullName } from '#core/contract/full_name'
import { type Day, today } from '#core/kit/days'
import type { ExternalStatus } from '../../statuses.js'

export interface AttachmentRow {
  id: number
  course_id: number
  description: string
  name: string
  size: number | string
}

/** A course joined with its person. */
export interface CourseRow {
  id: number
  company_id: number
  name: string
  membership_id: number
  status: ExternalStatus
  grade: number | null
  valid_until: Day | null
  description: string
  created_at: Date
  version: string
  firstname: string
  infix: string | null
  lastname: string
  email: string | null
  company_name: string
  attachments: number
}

export interface AttachmentView {
  id: number
  name: string
  description: string
  /** In bytes. */
  size: number
}

/** The browser's fields. Name every field; others never leave the server. */
export interface CourseView {
  id: number
  name: string
  /** The person, as the person picker takes it. */
  person: { id: number; name: string; email: string | null; company: string }
  status: ExternalStatus
  grade: number | null
  /** The last valid day, `yyyy-mm-dd`. */
  valid_until: Day | null
  expired: boolean
  description: string
  attachments: number
  /** ISO 8601. */
  created_at: string
  /** Sent back unchanged with a change. */
  updated_at: string
}

export function toCourse(row: CourseRow, day = today()): CourseView {
  return {
    id: row.id,
    name: row.name,
    person: { id: row.membership_id, name: fullName(row), email: row.email, company: row.company_name },
    status: row.status,
    grade: row.grade,
    valid_until: row.valid_until,
    expired: row.valid_until !== null && row.valid_until < day,
    description: row.description,
    attachments: row.attachments,
    created_at: row.created_at.toISOString(),
    updated_at: row.version,
  }
}

export const toAttachment = ({ id, name, description, size }: AttachmentRow): AttachmentView => ({
  ...{ id, name, description },
  size: Number(size),
})

/** A course with its proof. */
export const toCourseWithFiles = (row: CourseRow, files: readonly AttachmentRow[]) => ({ ...toCourse(row), files: files.map(toAttachment) })
export type CourseWithFiles = ReturnType<typeof toCourseWithFiles>

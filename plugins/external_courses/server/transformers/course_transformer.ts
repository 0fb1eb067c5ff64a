import { fullName } from '#core/contract/full_name'
import { type Day, today } from '#core/kit/days'
import { type Approval, type CertificateKind, type CheckState, type Register, REGISTERS, registerOf } from '../../certificates.js'
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
  kind: CertificateKind
  diploma_number: string
  obtained_on: Day | null
  check_state: CheckState
  checked_at: Date | null
  checked_by: string | null
  approval: Approval
  refusal: string
  decided_at: Date | null
  decided_by: string | null
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
  kind: CertificateKind
  diploma_number: string
  obtained_on: Day | null
  /** The register of this kind of certificate; null: none that we know of. */
  register: { key: Register; url: string } | null
  check_state: CheckState
  /** ISO 8601. */
  checked_at: string | null
  /** The supervisor who checked; null also for an admin, and once erased. */
  checked_by: string | null
  approval: Approval
  /** Why it was refused. */
  refusal: string
  /** ISO 8601. */
  decided_at: string | null
  decided_by: string | null
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
    attachments: Number(row.attachments),
    kind: row.kind,
    diploma_number: row.diploma_number,
    obtained_on: row.obtained_on,
    register: registerView(row.kind),
    check_state: row.check_state,
    checked_at: row.checked_at?.toISOString() ?? null,
    checked_by: row.checked_by,
    approval: row.approval,
    refusal: row.refusal,
    decided_at: row.decided_at?.toISOString() ?? null,
    decided_by: row.decided_by,
    created_at: row.created_at.toISOString(),
    updated_at: row.version,
  }
}

function registerView(kind: CertificateKind): CourseView['register'] {
  const key = registerOf(kind)
  return key && { key, url: REGISTERS[key] }
}

export const toAttachment = ({ id, name, description, size }: AttachmentRow): AttachmentView => ({
  ...{ id, name, description },
  size: Number(size),
})

/** A course with its proof. */
export const toCourseWithFiles = (row: CourseRow, files: readonly AttachmentRow[]) => ({ ...toCourse(row), files: files.map(toAttachment) })
export type CourseWithFiles = ReturnType<typeof toCourseWithFiles>

import { fullName } from '#core/contract/full_name'
import type { OutboxMail } from '#core/kit/mail'
import type { MemberState } from '#core/contract/member_states'
import type { Role } from '#core/contract/roles'
import type { MemberDetail, MemberRow } from '#core/kit/people'
import type { ShownAnswer } from '#core/kit/registration'
import { textIn } from '#core/kit/words'

/** With the number of courses they have and passed, and their personnel data. */
export type WithCourses<R extends MemberRow> = R & {
  courses: number
  passed: number
  personnel_number: string | null
  job_title: string | null
  manager: string | null
}

export type CourseStatus = 'registered' | 'busy' | 'failed' | 'passed' | 'no_show' | 'cancelled'

export interface ParticipantCourseRow {
  participation_id: number
  course_name: Record<string, string>
  status: CourseStatus
  grade: number | null
  registered_at: Date
  expires_at: Date | null
  finished_at: Date | null
  /** `yyyy-mm-dd`, for an open course. */
  due_at: string | null
  overdue: boolean
}

export interface MailHold {
  email: string
  reason: string
  at: Date
}

/** One line of the list. Moments are ISO 8601, a birthday `yyyy-mm-dd`. */
export interface Participant {
  id: number
  name: string
  /** Null for a person without one. */
  email: string | null
  works_at: string
  company_id: number
  role: Role
  status: 'active' | 'inactive'
  state: MemberState
  /** For a person who was invited and never signed in. */
  invitation: 'open' | 'withdrawn' | null
  /** For a person who signs in by personnel number: whether the code was issued by a supervisor or chosen by the person. */
  code: 'issued' | 'own' | null
  registration_date: string
  last_seen: string | null
  birthdate: string | null
  gender: 'male' | 'female' | 'unknown'
  language: string
  personnel_number: string | null
  job_title: string | null
  /** By name. */
  manager: string | null
  courses: number
  passed: number
  /** Percentage of their courses that is passed; null without any. */
  progress: number | null
}

export interface ParticipantCourse {
  participation_id: number
  name: string
  status: CourseStatus | 'expired'
  grade: number | null
  registered_at: string
  expires_at: string | null
  finished_at: string | null
  due_at: string | null
  overdue: boolean
}

/** The panel: the line with more details of the membership. */
export interface ParticipantDetail extends Participant {
  registration_type: 'invite' | 'signup' | 'launch'
  receive_emails: boolean
  forward_emails_to: string | null
  entitlements: string[]
  added_by: string | null
  /** Their address bounces: the mail server's answer and when. Further mail is blocked. */
  mail_hold: { email: string; reason: string; at: string } | null
  /** The company's own registration fields (/admin/bedrijven/registratie). */
  extra_info: ShownAnswer[]
  /** Newest first. */
  course_list: ParticipantCourse[]
}

export function toParticipant(row: WithCourses<MemberRow>): Participant {
  return {
    id: row.id,
    name: fullName(row),
    email: row.email,
    works_at: row.company_name,
    company_id: row.company_id,
    role: row.role,
    status: row.status,
    state: row.state,
    invitation: row.invitation,
    code: row.code_kind,
    registration_date: row.created_at.toISOString(),
    last_seen: row.last_seen_at?.toISOString() ?? null,
    birthdate: row.birthdate,
    gender: row.gender,
    language: row.language,
    personnel_number: row.personnel_number,
    job_title: row.job_title,
    manager: row.manager,
    courses: row.courses,
    passed: row.passed,
    progress: row.progress,
  }
}

/** @param lang language of the course names */
export function toParticipantDetail(
  shown: {
    participant: WithCourses<MemberDetail>
    courses: readonly ParticipantCourseRow[]
    answers: ShownAnswer[]
    hold: MailHold | null
  },
  lang: string,
): ParticipantDetail {
  const { participant: row, courses, answers, hold } = shown
  return {
    ...toParticipant(row),
    registration_type: row.registration_type,
    receive_emails: row.receive_emails,
    forward_emails_to: row.forward_emails_to,
    entitlements: row.entitlements,
    added_by: row.added_by,
    mail_hold: hold && { email: hold.email, reason: hold.reason, at: hold.at.toISOString() },
    extra_info: answers,
    course_list: courses.map((course) => ({
      participation_id: course.participation_id,
      name: textIn(course.course_name, lang),
      status: statusNow(course),
      grade: course.grade,
      registered_at: course.registered_at.toISOString(),
      expires_at: course.expires_at?.toISOString() ?? null,
      finished_at: course.finished_at?.toISOString() ?? null,
      due_at: course.due_at,
      overdue: course.overdue,
    })),
  }
}

/** Expiring sends no event: the status follows from the clock. */
function statusNow({ status, expires_at }: ParticipantCourseRow): ParticipantCourse['status'] {
  const open = status === 'registered' || status === 'busy'
  return open && expires_at && expires_at <= new Date() ? 'expired' : status
}

/** A mail in a person's panel. */
export interface SentMail {
  id: number
  subject: string
  status: OutboxMail['status']
  at: string
}

export const toSentMail = ({
  id,
  subject,
  status,
  created_at,
  sent_at,
}: Omit<SentMail, 'at'> & Pick<OutboxMail, 'created_at' | 'sent_at'>): SentMail => ({
  id,
  subject,
  status,
  at: (sent_at ?? created_at).toISOString(),
})

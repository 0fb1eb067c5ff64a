import { isAdminRole } from '#core/contract/roles'
import type { ShownCandidate } from '../services/candidates.js'
import type { Session } from '#core/kit/scope'
import type { EntryRow, HistoryRow } from '../services/entry_service.js'
import { decides, nextStatuses } from '../services/entry_service.js'
import type { CourseChoice, ExamRow } from '../services/exam_service.js'
import { clockOf } from '../services/moment_time.js'
import { isExamDay } from '../services/exam_day.js'
import type { MomentRow } from '../services/moment_service.js'
import type { ExamTerms } from '../../contract/index.js'
import { textIn, translate } from '#core/kit/words'

export const toExam = (row: ExamRow, language: string | null) => ({
  id: row.id,
  course_id: row.course_id,
  course: textIn(row.course_name, language),
  languages: row.languages,
  provider: row.provider_company_id,
  provider_name: row.provider_name,
  adults_only: row.adults_only,
  certificate: row.certificate,
  certificate_text: textIn(row.certificate, language),
  valid_months: row.valid_months,
  minutes: row.minutes,
  closes_teaching: row.closes_teaching,
  kind: row.kind,
  questions: row.questions,
  pass_percent: row.pass_percent === null ? null : Number(row.pass_percent),
  register: row.register,
  price_cents: row.price_cents,
  adjustments: row.adjustments,
  adjusted_minutes: row.adjusted_minutes,
  source: row.source,
  source_on: row.source_on,
  to_confirm: row.to_confirm,
  active: row.active,
  moments: row.moments,
  updated_at: row.version,
})
export type ExamView = ReturnType<typeof toExam>

/** The page on which a candidate confirms their data. */
export const toCandidate = ({ row, data, days }: ShownCandidate, language: string | null) => ({
  course: textIn(row.course_name, language),
  starts_at: row.starts_at.toISOString(),
  provider: row.provider_name,
  initials: data.initials ?? '',
  infix: data.infix,
  lastname: data.lastname ?? '',
  birthdate: data.birthdate,
  birthplace: data.birthplace ?? '',
  confirmed_at: row.confirmed_at?.toISOString() ?? null,
  /** Days after the exam until it is erased. */
  erased_after: days,
})
export type CandidateView = ReturnType<typeof toCandidate>

export const toTerms = (terms: ExamTerms | null) =>
  terms && { provider: terms.provider, text: terms.text, language: terms.language, mark: terms.mark }

export const toMoment = (row: MomentRow, language: string | null) => ({
  id: row.id,
  exam_id: row.exam_id,
  course_id: row.course_id,
  // A provider reads the name of another company's own course from its entries.
  course: textIn(row.course_name, language) || translate(language ?? 'nl', 'exams.moment.course_of_company'),
  city: row.city,
  location: row.location,
  address: row.address,
  language: row.language,
  /** ISO 8601. */
  starts_at: row.starts_at.toISOString(),
  /** The local time at its place. */
  ...clockOf(row.starts_at),
  seats: row.seats,
  seats_left: Math.max(0, row.seats - row.taken),
  provider: row.provider_company_id,
  provider_name: row.provider_name,
  adults_only: row.adults_only,
  /** Its adjustments, and those that were set for this moment alone; null: the adjustments of the exam. */
  adjustments: row.adjustments,
  own_adjustments: row.own_adjustments,
  minutes: row.minutes,
  adjusted_minutes: row.adjusted_minutes,
  withdrawn_reason: row.withdrawn_reason,
  state: (row as MomentRow & { state: 'open' | 'full' | 'past' | 'withdrawn' }).state,
  updated_at: row.version,
})
export type MomentView = ReturnType<typeof toMoment>

/** Adds whether the viewer's company is the exam provider. */
export const toShownMoment = (row: MomentRow, session: Session, language: string | null) => ({
  ...toMoment(row, language),
  is_provider: decides(session, row),
})
export type ShownMoment = ReturnType<typeof toShownMoment>

export const toEntry = (row: EntryRow, session: Session, language: string | null) => ({
  id: row.id,
  person: row.person_name,
  /** For viewers who may open the person's page. */
  membership_id: session.companyId === row.company_id || isAdminRole(session.role) ? row.membership_id : null,
  company: row.company_name,
  course: textIn(row.course_name, language),
  moment_id: row.moment_id,
  starts_at: row.starts_at.toISOString(),
  city: row.city,
  location: row.location,
  language: row.language,
  provider: row.provider_name,
  status: row.status,
  released: row.release_reason !== null,
  arrived_at: row.arrived_at?.toISOString() ?? null,
  identity_seen_at: row.identity_seen_at?.toISOString() ?? null,
  seat: row.seat,
  note: row.day_note,
  helper: row.helper,
  adjustments: row.adjustments,
  minutes: row.minutes,
  /** Whether the person confirmed their data for the exam house. */
  is_candidate: row.is_candidate,
  started_at: row.started_at?.toISOString() ?? null,
  /** The statuses that this person may set now. */
  next: decides(session, row) ? nextStatuses(row) : [],
  /** Whether the viewer can record presence, seat and note now. */
  is_exam_day: decides(session, row) && row.release_reason === null && isExamDay(row.starts_at),
})
export type EntryView = ReturnType<typeof toEntry>

/** The day of an exam: the moment, whether presence can be recorded now, and the people with a seat. */
export const toDay = ({ moment, people }: { moment: MomentRow; people: EntryRow[] }, session: Session, language: string | null) => ({
  moment: toMoment(moment, language),
  is_open: isExamDay(moment.starts_at),
  has_begun: moment.starts_at.getTime() <= Date.now(),
  people: people.map((row) => toEntry(row, session, language)),
})
export type DayView = ReturnType<typeof toDay>

export const toHistory = (row: HistoryRow) => ({
  id: row.id,
  status: row.status,
  from: row.from_status,
  side: row.by_side,
  by: row.by_name,
  explanation: row.explanation,
  at: row.at.toISOString(),
})
export type HistoryView = ReturnType<typeof toHistory>

export const toOptions = (
  { courses, providers }: { courses: CourseChoice[]; providers: { id: number; name: string }[] },
  language: string | null,
) => ({
  courses: courses.map(({ id, name, shortname, languages }) => ({ id, name: textIn(name, language), shortname, languages })),
  providers,
})

import { fullName } from '#core/contract/full_name'
import { type QrPath, qrPath } from '#core/kit/qr'
import { textIn } from '#core/kit/words'
import type { CourseSummary } from '#plugins/learning/contract/index'
import type { GateRow } from '../lists/visits.js'
import { asksNumber } from '../services/codes.js'
import type { EntranceFacts } from '../services/coming_in.js'
import type { Managed, ManagedEntrance, ShownEntrance } from '../services/manage.js'
import { statusOf, type VisitRow } from '../services/visit_status.js'
import type { OwnVisit, Proof } from '../services/visits.js'

const toCourse = ({ id, name, durationMinutes, isProjectInstruction, directAccess, needsComputer }: CourseSummary) => ({
  id,
  name,
  minutes: durationMinutes,
  is_project_instruction: isProjectInstruction,
  direct_access: directAccess,
  needs_computer: needsComputer,
})

const toStanding = (visit: VisitRow) => ({
  course_id: visit.course_id,
  status: statusOf(visit),
  participation_id: visit.participation_id,
  valid_until: visit.valid_until,
  proof: visit.token,
})

/** The data that a visitor with the link may see: no code and no other visitors. */
export const toEntrance = ({ entrance, courses, company, person }: EntranceFacts) => ({
  kind: entrance.kind,
  name: entrance.name,
  company: { name: company.name, login_id: company.loginId },
  courses: courses.map(toCourse),
  asks_code: entrance.code !== null,
  asks_number: asksNumber(entrance.kind),
  person: typeof person === 'string' ? { is: person, visits: [] } : { is: 'participant' as const, visits: person.visits.map(toStanding) },
})
export type EntranceView = ReturnType<typeof toEntrance>

const toManagedEntrance = (row: ManagedEntrance) => ({
  id: row.id,
  kind: row.kind,
  name: row.name,
  is_open: row.is_open,
  code: row.code,
  course_ids: row.course_ids,
  valid_for: row.valid_for,
  valid_unit: row.valid_unit,
  skill_ids: row.skill_ids,
  ends_on: row.ends_on,
  erase_months: row.erase_months,
  link: row.link,
  counts: { done: row.done, busy: row.busy, waiting: row.waiting },
  updated_at: row.version,
})
export type ManagedEntranceView = ReturnType<typeof toManagedEntrance>

export const toManaged = ({ company, links, projects, courses, skills }: Managed) => ({
  company,
  links: links.map(toManagedEntrance),
  projects: projects.map(toManagedEntrance),
  courses: courses.map(toCourse),
  skills,
})

export const toShown = ({
  entrance,
  courses,
  skills,
  company,
  lacking,
}: ShownEntrance): {
  entrance: ManagedEntranceView
  courses: CourseChoice[]
  skills: { id: number; name: string }[]
  company: string
  company_id: number
  lacking: number | null
  qr: QrPath
} => ({
  entrance: toManagedEntrance(entrance),
  courses: courses.map(toCourse),
  skills,
  company: company.name,
  company_id: company.id,
  lacking,
  qr: qrPath(entrance.link),
})
export type CourseChoice = ReturnType<typeof toCourse>

/** @param language of the reader */
export const toVisit = (row: GateRow, language: string) => ({
  id: row.id,
  membership_id: row.membership_id,
  name: fullName(row),
  status: statusOf(row),
  /** Names of the required skills that the person does not have today. */
  lacks: row.lacks,
  number: row.number,
  course: textIn(row.course_name, language),
  came_at: row.came_at.toISOString(),
  done_at: row.done_at?.toISOString() ?? null,
  valid_until: row.valid_until,
})
export type VisitView = ReturnType<typeof toVisit>

export const toOwn = (row: OwnVisit & { lacks: string[] }) => ({
  ...toStanding(row),
  project: row.project,
  done_at: row.done_at?.toISOString() ?? null,
  lacks: row.lacks,
})
export type OwnView = ReturnType<typeof toOwn>

export const toProof = (proof: Proof) => ({
  status: statusOf(proof),
  company: proof.company,
  person: proof.person,
  project: proof.project,
  course_name: proof.course_name,
  done_at: proof.done_at?.toISOString() ?? null,
  valid_until: proof.valid_until,
  entrance: proof.entrance_token,
  checks: proof.checks,
  erased_on: proof.erased_on,
})

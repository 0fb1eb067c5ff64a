import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { CourseSummary, LearningService } from '../../contract/index.js'
import { OPEN_STATUSES } from '../../contract/states.js'
import { preparedQuery } from '#core/kit/database'
import { currentCompanyId } from '#core/kit/scope'
import { assignWith } from '../following/assign.js'
import { actWithin } from '../following/acts.js'
import { unassign } from '../following/unassign.js'
import { assignByGroup, unassignByGroup } from '../following/assign_by_group.js'
import { changeDue } from '../following/change_due.js'
import { assignInFlow, previewInFlow } from '../following/assign_in_flow.js'
import { leaveFlow } from '../following/leave_flow.js'
import { sendsDueReminders } from '../following/reminders.js'
import { notifyAssigned, notifyWithdrawn } from '../following/notify.js'
import { offers } from './offers.js'
import { missingForExam } from '../requirements/unmet.js'
import { certificateBackground } from './certificate_background.js'
import { picture } from './find_picture.js'
import { register } from './participation_service.js'
import { lesson } from './lesson.js'
import { reopenAttempt } from './reopen_attempt.js'
import { answersOf, decideAttempt, findRecordedQuiz, hasRecordedQuiz, recordedQuiz } from './review.js'

const actorOf = (by: number | null) => (by === null ? null : { membershipId: by, companyId: currentCompanyId() })

/** The implementation of the contract's service for other plugins. */
export const service: LearningService = {
  certificateBackground,
  picture,
  lesson,
  recordedQuiz,
  findRecordedQuiz,
  hasRecordedQuiz,
  answersOf,
  decideAttempt,
  reopenAttempt,
  register: (membershipId, courseId, source) => register(membershipId, courseId, source),
  assign(membershipId, courseId, { dueAt, mandatory, again = false }, by, trx) {
    const give = (client: TransactionClientContract) =>
      assignWith(client, actorOf(by), membershipId, courseId, { due_at: dueAt, mandatory, again })
    return trx ? give(trx) : db.transaction(give)
  },
  async unassign(given, by, trx) {
    const done = await unassign(trx, actorOf(by), given)
    if (done !== true || !given.told) return done
    const { membership_id: member } = await trx.from('learning_participations').where('id', given.id).select('membership_id').firstOrFail()
    await notifyWithdrawn(trx, member, [given])
    return done
  },
  assignByGroup,
  notifyAssigned: (trx, membershipId, given) => notifyAssigned(trx, membershipId, given),
  unassignByGroup,
  assignInFlow,
  previewInFlow,
  sendsDueReminders,
  changeDue,
  leaveFlow: (trx, participationIds, cancel, by) => leaveFlow(trx, participationIds, cancel, actorOf(by)),
  async actOnBooked(trx, participationId, act, by) {
    const { id } = await actWithin(trx, actorOf(by), participationId, { act, reason: null, activity: null })
    const touched = await trx
      .from('learning_participations')
      .whereIn('id', [participationId, id])
      .update({ updated_at: trx.raw('clock_timestamp()') })
      .returning(['id', 'expires_at'])
    return { participationId: id, expiresAt: touched.find((row) => row.id === id)?.expires_at ?? null }
  },
  async started(participationIds, trx) {
    const rows: { id: number }[] = await (trx ?? db)
      .from('learning_participations')
      .whereIn('id', [...participationIds])
      .whereNotNull('started_at')
      .select('id')
    return new Set(rows.map(({ id }) => id))
  },
  async haveOpen(courseId, membershipIds) {
    const rows: { membership_id: number }[] = await db
      .from('learning_participations')
      .where('course_id', courseId)
      .whereIn('membership_id', [...membershipIds])
      .whereIn('status', ['registered', 'planned', 'busy'])
      .whereRaw('(expires_at is null or expires_at > now())')
      .select('membership_id')
    return new Set(rows.map((row) => row.membership_id))
  },
  outcomes: async (participationIds) =>
    db
      .from('learning_participations')
      .whereIn('id', [...participationIds])
      .select('id as participationId', 'course_id as courseId', 'status', 'progress', 'grade'),
  standing: async (membershipId, courseId) => {
    const rows = await preparedQuery<{ id: number; finished_at: Date | null }>(db, 'learning_standing', STANDING, [membershipId, courseId])
    const passed = rows.find(({ finished_at: at }) => at)
    return {
      openId: rows.find(({ finished_at: at }) => !at)?.id ?? null,
      passed: passed ? { participationId: passed.id, at: passed.finished_at! } : null,
    }
  },
  missingForExam,
  async openCourses(membershipId) {
    const rows: { id: number; course_id: number; due_at: string | null }[] = await db
      .from('learning_participations')
      .where('membership_id', membershipId)
      .whereIn('status', [...OPEN_STATUSES])
      .whereRaw('(expires_at is null or expires_at > now())')
      .select('id', 'course_id', db.raw('due_at::text as due_at'))
    return rows.map(({ id, course_id: courseId, due_at: dueAt }) => ({ participationId: id, courseId, dueAt }))
  },
  offers,
  importOwnCourse: async (folder) => (await import('../course_import/own_course.js')).importOwnCourse(folder),
  listCourses: () => preparedQuery<CourseSummary>(db, 'learning_courses', COURSES(''), []),
  async courseNamed(named) {
    const id = /^\d{1,15}$/.test(String(named)) ? Number(named) : null
    const text = COURSES('and (c.shortname = $1 or c.id = $2::bigint)')
    const found = await preparedQuery<CourseSummary>(db, 'learning_course_named', text, [typeof named === 'string' ? named : null, id])
    return found.find(({ shortname }) => shortname === named) ?? found[0] ?? null
  },
}

/** Courses that can be assigned, from their newest published version. @param which a further condition on the course `c` */
const COURSES = (which: string) => `
  select distinct on (c.id) c.id, v.id as "versionId", c.shortname, v.name, v.certificate_valid_months as "certificateValidMonths",
         v.duration_minutes as "durationMinutes", c.is_project_instruction as "isProjectInstruction", c.direct_access as "directAccess",
         exists (select 1 from learning_activities a where a.version_id = v.id and a.type = 'quiz') as "needsComputer"
    from learning_courses c join learning_course_versions v on v.course_id = c.id
   where c.status = 'available' and v.published_at is not null ${which}
   order by c.id, v.number desc`

/** The open participation and the last passed one. $1: membership. $2: course. */
const STANDING = `
  (select id, null::timestamptz as finished_at from learning_participations
    where membership_id = $1 and course_id = $2 and status in ('registered', 'planned', 'busy') and (expires_at is null or expires_at > now()))
  union all
  (select id, finished_at from learning_participations
    where membership_id = $1 and course_id = $2 and status = 'passed' and finished_at is not null order by finished_at desc limit 1)`

import db from '@adonisjs/lucid/services/db'
import { notFound } from '#core/contract/errors'
import { today } from '#core/kit/days'
import { findMember } from '#core/kit/people'
import { type Session, withinReach } from '#core/kit/scope'
import type { ParticipationStatus } from '../../contract/states.js'
import { OVERDUE, STATUS_NOW } from './participation_sql.js'

export interface PersonCourseRow {
  id: number
  name: Record<string, string>
  status: ParticipationStatus
  progress: number
  grade: number | null
  due_at: string | null
  mandatory: boolean
  overdue: boolean
  current: boolean
  registered_at: Date
  expires_at: Date | null
  finished_at: Date | null
}

/** All participations of one person, open ones first. @throws AppError 404 for a person out of the caller's reach */
export function personCourses(session: Session, membershipId: number | string): Promise<PersonCourseRow[]> {
  return withinReach(session, 'learning.person', async () => {
    const member = await findMember(membershipId)
    if (!member) throw notFound()
    const { rows } = await db.rawQuery<{ rows: PersonCourseRow[] }>(
      `select p.id, v.name, ${STATUS_NOW} as status, p.progress, p.grade, p.due_at, p.mandatory, coalesce(${OVERDUE}, false) as overdue,
              p.current, p.registered_at, p.expires_at, p.finished_at
         from learning_participations p join learning_course_versions v on v.id = p.version_id
        where p.company_id = ? and p.membership_id = ?
        order by p.status in ('registered', 'planned', 'busy') desc, p.due_at nulls last, p.registered_at desc, p.id desc limit 200`,
      [today(), member.company_id, member.id],
    )
    return rows
  })
}

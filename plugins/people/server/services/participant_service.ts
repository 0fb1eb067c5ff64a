import db from '@adonisjs/lucid/services/db'
import { notFound } from '#core/contract/errors'
import { companyChoices } from '#core/kit/companies'
import { type MemberDetail, findMember } from '#core/kit/people'
import { type Session, withinReach } from '#core/kit/scope'
import { COURSES } from '../lists/participants.js'
import type { ParticipantCourseRow, WithCourses } from '../transformers/participant_transformer.js'

/**
 * One person's membership with what the panel shows of it.
 * @throws AppError 404 for an unknown id and for one outside this person's reach
 */
export async function showParticipant(
  session: Session,
  id: number | string,
): Promise<{ participant: WithCourses<MemberDetail>; courses: ParticipantCourseRow[] }> {
  return withinReach(session, 'people.show', async () => {
    const participant = await findMember(id, COURSES)
    if (!participant) throw notFound()
    const courses: ParticipantCourseRow[] = await db
      .from('people_courses')
      .where({ company_id: participant.company_id, membership_id: participant.id })
      .orderBy('registered_at', 'desc')
      .limit(100)
      .select('participation_id', 'course_name', 'status', 'grade', 'registered_at', 'expires_at', 'finished_at')
    return { participant, courses }
  })
}

/** The companies whose people this person may see; the choices of the company filter. */
export function listCompanies(session: Session): Promise<{ id: number; name: string }[]> {
  return withinReach(session, 'people.companies', companyChoices)
}

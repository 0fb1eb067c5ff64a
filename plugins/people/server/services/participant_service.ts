import db from '@adonisjs/lucid/services/db'
import type { Infer } from '@vinejs/vine/types'
import { notFound } from '#core/contract/errors'
import { companyChoices } from '#core/kit/companies'
import { EXPORT_LIMIT, type Page } from '#core/kit/lists'
import { type MemberDetail, type MemberList, type MemberRow, findMember, listMembers } from '#core/kit/people'
import { type Session, withinReach } from '#core/kit/scope'
import type { ParticipantCourseRow, WithCourses } from '../transformers/participant_transformer.js'
import type { participantListValidator } from '../validators/participant_list.js'

const OWN = 'from people_courses p where p.company_id = m.company_id and p.membership_id = m.id'
const COURSES = { courses: `select count(*) ${OWN}`, passed: `select count(*) ${OWN} and p.status = 'passed'` }

export type ParticipantList = Infer<typeof participantListValidator>

/**
 * People that this person manages: those of their company, or of every company for an admin.
 * Searching without a sort of one's own puts the best matches first.
 */
export function listParticipants(session: Session, list: ParticipantList): Promise<Page<WithCourses<MemberRow>>> {
  return withinReach(session, 'people.list', () => find(list))
}

/** The same people for a file: all of them, up to EXPORT_LIMIT. */
export function exportParticipants(session: Session, list: ParticipantList): Promise<Page<WithCourses<MemberRow>>> {
  return withinReach(session, 'people.export', () => find({ ...list, page: 1, per_page: EXPORT_LIMIT }))
}

const find = (list: MemberList) => listMembers(list, COURSES)

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

import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { AppError, notFound } from '#core/contract/errors'
import { nameProblems } from '#core/contract/full_name'
import { companyChoices } from '#core/kit/companies'
import { today } from '#core/kit/days'
import { holdOfMember, mailsToMember, retryHeldMember } from '#core/kit/mail'
import { type MemberDetail, type MemberRow, type NewMember, addMember, findMember } from '#core/kit/people'
import { answersOf, inviteAgain, type ShownAnswer, withdrawInvitation } from '#core/kit/registration'
import { type Session, inChosenCompany, inCompanyOfRow, withinReach } from '#core/kit/scope'
import { serviceOf } from '#core/kit/services'
import { learningService } from '#plugins/learning/contract/index'
import { COURSES } from '../lists/participants.js'
import { saveImportedWork } from './work.js'
import { assertMayGive, type Giving } from './import_courses.js'
import type { MailHold, ParticipantCourseRow, WithCourses } from '../transformers/participant_transformer.js'

/**
 * One person's membership with what the panel shows of it.
 * @throws AppError 404 for an unknown id and for one outside this person's reach
 */
export async function showParticipant(
  session: Session,
  id: number | string,
): Promise<{ participant: WithCourses<MemberDetail>; courses: ParticipantCourseRow[]; answers: ShownAnswer[]; hold: MailHold | null }> {
  return withinReach(session, 'people.show', async () => {
    const participant = await findMember<keyof typeof COURSES, Omit<WithCourses<MemberRow>, keyof MemberRow>>(id, COURSES)
    if (!participant) throw notFound()
    const courses: Omit<ParticipantCourseRow, 'due_at' | 'overdue'>[] = await db
      .from('people_courses')
      .where({ company_id: participant.company_id, membership_id: participant.id })
      .orderBy('registered_at', 'desc')
      .limit(100)
      .select('participation_id', 'course_name', 'status', 'grade', 'registered_at', 'expires_at', 'finished_at')
    const dueOf = await dueDays(participant.id)
    return {
      participant,
      courses: courses.map((course) => {
        const due = dueOf.get(course.participation_id) ?? null
        return { ...course, due_at: due, overdue: due !== null && due < today() }
      }),
      answers: await answersOf(participant.id, session.row.language),
      hold: await holdOfMember(participant.id),
    }
  })
}

/** The due dates of a person's open courses, by participation: why the list calls them late. */
async function dueDays(membershipId: number): Promise<Map<number, string | null>> {
  const learning = await serviceOf(learningService)
  const open = (await learning?.openCourses(membershipId)) ?? []
  return new Map(open.map(({ participationId, dueAt }) => [participationId, dueAt]))
}

/** The mails to one person, newest first. @throws AppError 404 as `showParticipant` */
export async function listMails(session: Session, id: string) {
  return withinReach(session, 'people.mails', async () => {
    const member = await findMember(id)
    if (!member) throw notFound()
    return mailsToMember(member.id)
  })
}

const ofPerson = (id: number, reason: string) => ({ table: 'core_memberships', id, reason })

/** Sends an open or a revoked invitation again. @throws AppError 404; 409 no_open_invitation */
export const inviteParticipant = (session: Session, id: number) =>
  inCompanyOfRow(session, ofPerson(id, 'people.invite'), () => inviteAgain(session, id))

/** Sends a bounced mail again and unblocks the address. @throws AppError 404 */
export const retryMail = (session: Session, id: number) =>
  inCompanyOfRow(session, ofPerson(id, 'people.retry_mail'), () => retryHeldMember(id))

/** Revokes an open invitation. @throws AppError 404; 409 no_open_invitation */
export const withdrawParticipant = (session: Session, id: number) =>
  inCompanyOfRow(session, ofPerson(id, 'people.withdraw'), () => withdrawInvitation(session, id))

export interface NewPerson extends NewMember, Partial<Giving> {
  /** For an admin; a supervisor's people work at their company. */
  company: number | null
  invite: boolean
  personnel_number?: string | null | undefined
}

/**
 * Adds one person to the supervisor's company, or to the one that an admin names, and gives them the named courses. If requested, mails the
 * invitation, which names the courses. If a course is refused, nobody is added.
 * @throws AppError 422 firstname_mandatory, lastname_mandatory, company_mandatory, email_in_use, number_or_email, unique
 * (`personnel_number`), each at its field; on `courses` (unknown);
 * 409 not_a_participant, contract_limit_reached
 */
export async function addPerson(
  session: Session,
  { company, invite, courses = [], due_at = null, mandatory = false, personnel_number: number = null, ...person }: NewPerson,
): Promise<{ id: number }> {
  const errors = [
    ...nameProblems(person),
    ...(session.isAdmin && !company ? [{ field: 'company', rule: 'company_mandatory' }] : []),
    // Without an address only participants are added, who sign in by their number.
    ...(person.email === null && person.role !== 'leerling' ? [{ field: 'email', rule: 'email' }] : []),
    ...(person.email === null && !number ? [{ field: 'personnel_number', rule: 'number_or_email' }] : []),
  ]
  if (errors.length) throw new AppError(422, 'validation_failed', { errors })
  return inChosenCompany(session, { company: company ?? 0, reason: 'people.add' }, async () => {
    await assertMayGive({ courses })
    const learning = await serviceOf(learningService)
    const within = async (trx: TransactionClientContract, id: number) => {
      await saveImportedWork(trx, id, { personnel_number: number, job_title: null })
      for (const course of new Set(courses)) await learning?.assign(id, course, { dueAt: due_at, mandatory }, session.membershipId, trx)
    }
    return { id: await addMember(session, { ...person, email: person.email?.toLowerCase() ?? null }, { invite, within }) }
  })
}

/** The companies whose people this person may see; the options of the company filter. */
export function listCompanies(session: Session): Promise<{ id: number; name: string }[]> {
  return withinReach(session, 'people.companies', companyChoices)
}

import db from '@adonisjs/lucid/services/db'
import { conflict, notFound } from '#core/contract/errors'
import { ownCompany } from '#core/kit/companies'
import { inCompanyOfToken, type Session } from '#core/kit/scope'
import { findMeeting, type MeetingRow } from './meetings.js'
import { sign } from './presence.js'
import { ATTENDEES, MEETINGS } from './tables.js'

/** The data of the page behind the QR code, including its reader. */
export interface SignFacts {
  meeting: MeetingRow
  company: { name: string; loginId: string }
  visitor: 'visitor' | 'other_company' | 'member'
  isPresent: boolean
}

async function atMeeting<T>(token: string, work: (meeting: MeetingRow) => Promise<T>): Promise<T> {
  return inCompanyOfToken({ plugin: 'toolbox_meetings', table: MEETINGS, token }, async () => {
    const row = await db.from(MEETINGS).where('token', token).select('id').first()
    if (!row) throw notFound()
    return work(await findMeeting(row.id))
  })
}

const memberOf = (session: Session | null, { company_id: company }: MeetingRow): number | null =>
  session && session.companyId === company ? session.membershipId : null

/** Does not reveal who is at the meeting. @throws AppError 404 for an unknown token */
export const signFacts = (token: string, session: Session | null): Promise<SignFacts> =>
  atMeeting(token, async (meeting) => {
    const { name, loginId } = await ownCompany()
    const member = memberOf(session, meeting)
    const own = member === null ? null : await db.from(ATTENDEES).where({ meeting_id: meeting.id, membership_id: member }).first()
    const visitor = !session ? 'visitor' : member === null ? 'other_company' : 'member'
    return { meeting, company: { name, loginId }, visitor, isPresent: own !== null && own.present_at !== null }
  })

/** Signs a member of the meeting's company as present. @throws AppError 404; 409 other_company, meeting_closed */
export const signAt = (token: string, session: Session): Promise<void> =>
  atMeeting(token, async (meeting) => {
    const member = memberOf(session, meeting)
    if (member === null) throw conflict('other_company')
    await sign(meeting.id, member)
  })

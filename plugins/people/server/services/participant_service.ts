import db from '@adonisjs/lucid/services/db'
import type { DatabaseQueryBuilderContract } from '@adonisjs/lucid/types/querybuilder'
import type { Infer } from '@vinejs/vine/types'
import type { Session } from '#core/accounts/session'
import { notFound } from '#core/contract/errors'
import { EXPORT_LIMIT } from '#core/http/csv'
import { type Page, pageOf } from '#core/http/list_query'
import { withinReach } from '#core/tenancy/across'
import type { ParticipantCourseRow, ParticipantDetailRow, ParticipantRow } from '../transformers/participant_transformer.js'
import type { participantListValidator } from '../validators/participant_list.js'

export type ParticipantList = Infer<typeof participantListValidator>

const SORT = {
  name: `search_key(u.firstname || ' ' || u.lastname)`,
  email: 'u.email',
  company: 'search_key(c.name)',
  registration_date: 'm.created_at',
  last_seen: 'm.last_seen_at',
  match: 'match',
} as const

const COURSES = 'from people_courses p where p.company_id = m.company_id and p.membership_id = m.id'
const COLUMNS = [
  'm.id',
  'm.company_id',
  'm.role',
  'm.status',
  'm.created_at',
  'm.last_seen_at',
  'u.firstname',
  'u.lastname',
  'u.gender',
  'u.language',
  'c.name as company_name',
]

function members(): DatabaseQueryBuilderContract<ParticipantRow> {
  return db
    .from('core_memberships as m')
    .join('core_users as u', 'u.id', 'm.user_id')
    .join('core_companies as c', 'c.id', 'm.company_id')
    .select(COLUMNS)
    .select(
      db.raw('u.email::text as email'),
      // As text: a birthday has no time zone.
      db.raw('u.birthdate::text as birthdate'),
      db.raw(`(select count(*) ${COURSES}) as courses`),
      db.raw(`(select count(*) ${COURSES} and p.status = 'passed') as passed`),
    )
}

/**
 * People that this person manages: those of their company, or of every company for an admin.
 * Searching without a sort of one's own puts the best matches first.
 */
export function listParticipants(session: Session, list: ParticipantList): Promise<Page<ParticipantRow>> {
  return withinReach(session, 'people.list', () => find(list))
}

/** The same people for a file: all of them, up to EXPORT_LIMIT. */
export function exportParticipants(session: Session, list: ParticipantList): Promise<Page<ParticipantRow>> {
  return withinReach(session, 'people.export', () => find({ ...list, page: 1, per_page: EXPORT_LIMIT }))
}

async function find(list: Omit<ParticipantList, 'per_page'> & { per_page?: number }): Promise<Page<ParticipantRow>> {
  const query = members()
  if (list.role) query.where('m.role', list.role)
  if (list.status) query.where('m.status', list.status)
  if (list.company) query.where('m.company_id', list.company)
  if (list.search) query.select(db.raw('word_similarity(search_key(?), u.search_text) as match', [list.search]))
  return pageOf<ParticipantRow, keyof typeof SORT>(query, list, {
    sort: SORT,
    defaultSort: list.search ? '-match' : 'name',
    search: 'u.search_text',
    key: 'm.id',
  })
}

/**
 * One person's membership with what the panel shows of it.
 * @throws AppError 404 for an unknown id and for one outside this person's reach
 */
export async function showParticipant(
  session: Session,
  id: number | string,
): Promise<{ participant: ParticipantDetailRow; courses: ParticipantCourseRow[] }> {
  return withinReach(session, 'people.show', async () => {
    const participant = (await members()
      .leftJoin('core_users as a', 'a.id', 'm.added_by')
      .where('m.id', id)
      .select('m.registration_type', 'm.receive_emails', 'm.forward_emails_to', 'm.entitlements')
      .select(db.raw(`a.firstname || ' ' || a.lastname as added_by`))
      .first()) as ParticipantDetailRow | null
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
  return withinReach(session, 'people.companies', () =>
    db.from('core_companies').orderByRaw('search_key(name), id').limit(1000).select('id', 'name'),
  )
}

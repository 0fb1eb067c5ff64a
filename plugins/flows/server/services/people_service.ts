import db from '@adonisjs/lucid/services/db'
import type { Infer } from '@vinejs/vine/types'
import { invalid, notFound } from '#core/contract/errors'
import { findMember } from '#core/kit/people'
import { inCompanyOfRow, type Session } from '#core/kit/scope'
import { serviceOf } from '#core/kit/services'
import { groupsService } from '#plugins/groups/contract/index'
import type { peopleValidator } from '../validators/flows.js'
import { assertGroups, atFlow, findFlow } from './flow_service.js'
import { join } from './joining.js'
import { peopleRows, type PersonRow } from './load_facts.js'
import { type TimeLine, timeLines } from './time_line.js'

type Asked = Infer<typeof peopleValidator>

/** The result of adding people. */
export interface Added {
  joined: number
  /** They were already in it. */
  already: number
  /** Addresses that nobody in the company has. */
  unknown: string[]
}

/** Adds people to a flow: by their ids, their groups, their addresses. @throws AppError 404; 422 on `members`, `groups` (enum) */
export function addPeople(session: Session, id: string, asked: Asked): Promise<Added> {
  return atFlow(session, id, 'people', async () => {
    const flow = await findFlow(id)
    const { members, unknown } = await meant(asked)
    const joined = await db.transaction((trx) => join(trx, flow, members, asked.emails.length ? 'file' : 'hand', session))
    return { joined: joined.length, already: members.length - joined.length, unknown }
  })
}

/** The selected people; all of them participants that courses may be given to. @throws AppError 422 on `members`, `groups` (enum) */
export async function meant({ members, groups, emails }: Asked): Promise<{ members: number[]; unknown: string[] }> {
  await assertGroups(groups)
  const service = groups.length ? await serviceOf(groupsService) : null
  const inGroups = [...((await service?.membersOf(groups))?.values() ?? [])].flat()
  const addresses = [...new Set(emails.map((email) => email.trim().toLowerCase()).filter(Boolean))]
  const rows: { id: number; email: string }[] = await db
    .from('kit_members')
    .where('role', 'leerling')
    .whereIn('state', ['active', 'invited'])
    .where((query) => {
      // Arrays: a statement has at most 65,535 parameters, and a group may have more people.
      void query
        .whereRaw('id = any(?::bigint[])', [[...members, ...inGroups]] as never)
        .orWhereRaw('lower(email::text) = any(?::text[])', [addresses] as never)
    })
    .select('id', db.raw('lower(email::text) as email'))
  const found = new Set(rows.map(({ id }) => id))
  if (!members.every((id) => found.has(id))) throw invalid('members', 'enum')
  const known = new Set(rows.map(({ email }) => email))
  return { members: [...found], unknown: addresses.filter((address) => !known.has(address)) }
}

/** The flows of one person, for the people who manage them: newest round first. @throws AppError 404 */
export function flowsOfPerson(session: Session, membership: string): Promise<TimeLine[]> {
  return inCompanyOfRow(session, { table: 'core_memberships', id: membership, reason: 'flows.person' }, async () => {
    const member = await findMember(membership)
    if (!member) throw notFound()
    return linesOf(member.id, session.row.language)
  })
}

/** One's own flows: active and finished ones. */
export const ownFlows = async (session: Session): Promise<TimeLine[]> =>
  session.membershipId === null ? [] : linesOf(session.membershipId, session.row.language)

async function linesOf(member: number, language: string): Promise<TimeLine[]> {
  const rows: PersonRow[] = await peopleRows(db)
    .where('p.membership_id', member)
    .orderByRaw('p.finished_on is null desc, p.id desc')
    .limit(50)
  return timeLines(rows, language)
}

import db from '@adonisjs/lucid/services/db'
import type { Infer } from '@vinejs/vine/types'
import { invalid, notFound } from '#core/contract/errors'
import { type Day, today } from '#core/kit/days'
import { findMember } from '#core/kit/people'
import { inChosenCompany, inCompanyOfRow, type Session } from '#core/kit/scope'
import { serviceOf } from '#core/kit/services'
import { textIn } from '#core/kit/words'
import { contractsService } from '#plugins/contracts/contract/index'
import { groupsService } from '#plugins/groups/contract/index'
import type { Definition } from '../../contract/definition.js'
import type { dryRunValidator, peopleValidator } from '../validators/flows.js'
import { next } from '../engine/next.js'
import { nextRound } from '../engine/rounds.js'
import { assertGroups, atFlow, checked, findFlow } from './flow_service.js'
import { checkedFilter, foundBy } from './filter.js'
import { join } from './joining.js'
import { loadFacts, peopleRows, type PersonRow } from './load_facts.js'
import { nextFlow } from './refreshing.js'
import { type FinishedRound, finishedRounds } from './rounds.js'
import { membersOfGroups, untouched } from './sync.js'
import { courseNames, type TimeLine, timeLines } from './time_line.js'

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

/** The selected people; all of them participants that courses may be given to. */
async function meant({ members, groups, emails }: Asked): Promise<{ members: number[]; unknown: string[] }> {
  await assertGroups(groups)
  const service = groups.length ? await serviceOf(groupsService) : null
  const inGroups = [...((await service?.membersOf(groups))?.values() ?? [])].flat()
  const addresses = [...new Set(emails.map((email) => email.trim().toLowerCase()).filter(Boolean))]
  const rows: { id: number; email: string }[] = await db
    .from('kit_members')
    .where('role', 'leerling')
    .whereIn('state', ['active', 'invited'])
    .where((query) => {
      void query.whereIn('id', [...members, ...inGroups]).orWhereRaw('lower(email::text) = any(?::text[])', [addresses] as never)
    })
    .select('id', db.raw('lower(email::text) as email'))
  const found = new Set(rows.map(({ id }) => id))
  if (!members.every((id) => found.has(id))) throw invalid('members', 'enum')
  const known = new Set(rows.map(({ email }) => email))
  return { members: [...found], unknown: addresses.filter((address) => !known.has(address)) }
}

/** A preview. Nothing is written. */
export interface DryRun {
  people: (TimeLine & { name: string })[]
  /** The number of people who are not shown. */
  more: number
  unknown: string[]
  /** People whom saving the filter adds and removes. People who have started stay. */
  filter: { comes: Named; goes: Named; stays: number } | null
  /** For people who finished a round: how many start the next one, the earliest start, and its flow (null: this one). */
  rounds: { people: number; first: Day; flow: string | null } | null
  /** For each course that starts today: for how many people, and its contract price in cents without VAT. */
  starts: { course: string; people: number; contract: string | null; extra_cents: number; full: boolean }[]
}

/** The first few by name, and the total. */
interface Named {
  names: string[]
  count: number
}

const SHOWN = 100

/**
 * Plans people through a flow as it is, or as it would be, with the same function as the real run. @throws AppError as createFlow and
 * addPeople
 */
export function dryRun(
  session: Session,
  { flow, company, definition, filter, refresh_flow: refresh, move = true, ...asked }: Infer<typeof dryRunValidator>,
): Promise<DryRun> {
  const run = async () => {
    const row = flow === undefined ? null : await findFlow(flow)
    const would = definition ? await checked(definition, row ?? undefined) : row?.definition
    if (!would) throw invalid('definition', 'required')
    const underWay: PersonRow[] =
      row && definition && move ? await peopleRows(db).where('p.flow_id', row.id).whereNull('p.finished_on') : []
    const { members, unknown } = await meant(asked)
    const filtered = filter ? await byFilter(filter, row) : null
    const inIt = new Set(underWay.map(({ membership_id: id }) => id))
    const fresh = [...new Set([...members, ...(filtered?.comes ?? [])])]
      .filter((id) => !inIt.has(id))
      .map((id, index) => newcomer(id, -1 - index, would, row))
    const all = [...underWay.map((person) => ({ ...person, definition: would })), ...fresh]
    const follows = await nextFlow(refresh === undefined ? (row?.refresh_flow_id ?? null) : refresh, row?.id ?? null)
    const rounds = row && definition ? comingRounds(await finishedRounds(db, row.id), would, follows) : null
    return { ...(await outcome(all, would, session.row.language)), unknown, filter: filtered && (await inNames(filtered)), rounds }
  }
  if (flow !== undefined) return atFlow(session, flow, 'dry_run', run)
  return inChosenCompany(session, { company: company ?? 0, reason: 'flows.dry_run' }, run)
}

function comingRounds(finished: readonly FinishedRound[], would: Definition, flow: string | null): DryRun['rounds'] {
  const days = finished.flatMap(({ finished_on: on, ends_on: end }) => nextRound(would, on, end)?.startsOn ?? []).sort()
  return days[0] ? { people: days.length, first: days[0] < today() ? today() : days[0], flow } : null
}

/** People whom a filter would add to a flow and remove from it. @throws AppError 422 on `filter` (enum) */
async function byFilter(query: string, flow: { id: number } | null): Promise<{ comes: number[]; goes: number[]; stays: number }> {
  const found = (await foundBy(await checkedFilter(query))) ?? []
  const inGroups = flow ? ((await membersOfGroups(flow.id)) ?? new Set<number>()) : new Set<number>()
  const { rows } = await db.rawQuery<{ rows: { id: number; is_new: boolean }[] }>(
    `select m.id, not exists (select 1 from flows_people p where p.flow_id = :flow and p.membership_id = m.id) as is_new
       from kit_members m where m.id = any(:found::bigint[]) and m.role = 'leerling' and m.state in ('active', 'invited') order by m.id`,
    { flow: flow?.id ?? 0, found } as never,
  )
  const goes = flow ? await untouched(db, flow.id, [...found, ...inGroups]) : []
  const comes = rows.filter(({ is_new: isNew }) => isNew).map(({ id }) => id)
  return { comes, goes, stays: rows.length - comes.length }
}

async function inNames({ comes, goes, stays }: Awaited<ReturnType<typeof byFilter>>): Promise<DryRun['filter']> {
  const named = async (ids: readonly number[]): Promise<Named> => {
    const rows: { name: string }[] = await db
      .from('kit_members')
      .whereRaw('id = any(?::bigint[])', [ids] as never)
      .orderBy('sort_name')
      .limit(10)
      .select('full_name as name')
    return { names: rows.map(({ name }) => name), count: ids.length }
  }
  return { comes: await named(comes), goes: await named(goes), stays }
}

/** A person who is not in the flow yet, as if they were. */
const newcomer = (member: number, id: number, definition: Definition, row: { id: number; name: string } | null): PersonRow => ({
  ...{ id, flow_id: row?.id ?? 0, flow: row?.name ?? '', active: true, membership_id: member, version: 0, round: 1, origin: 'hand' },
  ...{
    state: 'not_started',
    joined_on: today(),
    finished_on: null,
    look_on: null,
    stuck: null,
    definition,
    ends_on: null,
    next_ends_on: null,
    repeat_flow: null,
  },
})

async function outcome(
  all: readonly PersonRow[],
  definition: Definition,
  language: string,
): Promise<Omit<DryRun, 'unknown' | 'filter' | 'rounds'>> {
  const lines = await timeLines(all.slice(0, SHOWN), language)
  const names: { id: number; name: string }[] = await db
    .from('kit_members')
    .whereIn(
      'id',
      lines.map(({ membership_id: id }) => id),
    )
    .select('id', 'full_name as name')
  const nameOf = new Map(names.map(({ id, name }) => [id, name]))
  return {
    people: lines
      .map((line) => ({ ...line, name: nameOf.get(line.membership_id) ?? '' }))
      .sort((a, b) => a.name.localeCompare(b.name, language)),
    more: Math.max(0, all.length - SHOWN),
    starts: await startsToday(all, definition, language),
  }
}

async function startsToday(all: readonly PersonRow[], definition: Definition, language: string): Promise<DryRun['starts']> {
  const facts = await loadFacts(db, all)
  const plans = all.map((person) => ({ person, plan: next(definition, facts.get(person.id)!, today()) }))
  const titles = await courseNames(definition.steps.map(({ course }) => course))
  const contracts = await serviceOf(contractsService)
  const starts: DryRun['starts'] = []
  for (const { course, key } of definition.steps) {
    const membershipIds = plans
      .filter(({ plan }) => plan.steps.some(({ step, act }) => step === key && act === 'start'))
      .map(({ person }) => person.membership_id)
    if (!membershipIds.length) continue
    const terms = await contracts
      ?.preview({ subject: 'flow', courseId: course, membershipIds, people: 0 })
      .then((found) => ({ contract: found?.name ?? null, extra_cents: found?.extraCents ?? 0, full: false }))
      .catch((error: { code?: string }) => {
        if (error.code !== 'contract_limit_reached') throw error
        return { contract: null, extra_cents: 0, full: true }
      })
    starts.push({
      course: textIn(titles.get(course) ?? {}, language) || String(course),
      people: membershipIds.length,
      ...(terms ?? { contract: null, extra_cents: 0, full: false }),
    })
  }
  return starts
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

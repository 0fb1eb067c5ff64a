import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { DateTime } from 'luxon'
import { AppError } from '#core/contract/errors'
import { type Day, isAdultOn, today } from '#core/kit/days'
import { emitAll } from '#core/kit/events'
import { currentCompanyId } from '#core/kit/scope'
import { serviceOf } from '#core/kit/services'
import { courseAllowance } from '../../contract/allowance.js'
import { type FlowAssignment, type LearningService, participationRegistered } from '../../contract/index.js'
import { OPEN_STATUSES } from '../../contract/states.js'
import { type NewestVersion, newestVersion } from '../services/newest_version.js'
import { registerIn } from '../services/participation_service.js'
import { UNSTARTED_DAYS } from '../services/start_rules.js'

type Person = Parameters<LearningService['assignInFlow']>[2][number]
type Gifts = Map<number, FlowAssignment>

/** See LearningService.assignInFlow. */
export const assignInFlow: LearningService['assignInFlow'] = async (trx, courseId, people, why) => {
  const gifts: Gifts = new Map()
  const version = await newestVersion(trx, courseId)
  const members = trx
    .from('kit_members')
    .whereRaw('id in (select kit_held_members(?::bigint[]))', [people.map(({ membershipId }) => membershipId)] as never)
  const { allowed, byAge } = await whoMayBeGiven(members, people, version, gifts)
  if (!version) return gifts
  // A participation that is already open is kept, whatever the person's age.
  const asked = new Map([...allowed, ...byAge.map(({ person }) => person)].map((person) => [person.membershipId, person]))
  const created = allowed.length
    ? ((await createAll(trx, courseId, version, allowed)) ?? (await createEach(trx, courseId, allowed, gifts)))
    : []
  for (const { id, membership_id: membershipId } of created)
    gifts.set(membershipId, { participationId: id, had: false, dueAt: asked.get(membershipId)?.dueAt ?? null })
  await adoptOpen(trx, courseId, asked, gifts, why)
  for (const { person, refused } of byAge) if (!gifts.has(person.membershipId)) gifts.set(person.membershipId, { refused })
  await recordStarted(
    trx,
    created.map(({ id }) => id),
    why,
  )
  return gifts
}

/** See LearningService.previewInFlow. */
export const previewInFlow: LearningService['previewInFlow'] = async (courseId, people) => {
  const found: Awaited<ReturnType<LearningService['previewInFlow']>> = new Map()
  const ids = people.map(({ membershipId }) => membershipId)
  const members = db.from('kit_members').whereRaw('id = any(?::bigint[])', [ids] as never)
  const { allowed, byAge } = await whoMayBeGiven(members, people, await newestVersion(db, courseId), found as Gifts)
  const rows: { id: number; membership_id: number; due: Day | null }[] = await db
    .from('learning_participations')
    .where('course_id', courseId)
    .whereIn('status', [...OPEN_STATUSES])
    .whereRaw('membership_id = any(?::bigint[])', [ids] as never)
    .select('id', 'membership_id', db.raw('due_at::text as due'))
  const open = new Map(rows.map((row) => [row.membership_id, row]))
  const had = ({ membershipId, dueAt }: Person) => {
    const row = open.get(membershipId)
    return row && { participationId: row.id, had: true, dueAt: row.due ?? dueAt }
  }
  for (const person of allowed) found.set(person.membershipId, had(person) ?? { participationId: null, had: false, dueAt: person.dueAt })
  for (const { person, refused } of byAge) found.set(person.membershipId, had(person) ?? { refused })
  return found
}

/**
 * Notes the refusals.
 * @param members query of these people
 * @returns the people who may be assigned the course, and separately those who are not known to be old enough
 */
async function whoMayBeGiven(
  members: ReturnType<TransactionClientContract['from']>,
  people: readonly Person[],
  version: NewestVersion | null,
  gifts: Gifts,
): Promise<{ allowed: Person[]; byAge: { person: Person; refused: 'birthdate_missing' | 'under_age' }[] }> {
  const rows: Member[] = await members.select('id', 'role', 'state', db.raw('birthdate::text as birthdate'))
  const known = new Map(rows.map((row) => [row.id, row]))
  const allowed: Person[] = []
  const byAge: { person: Person; refused: 'birthdate_missing' | 'under_age' }[] = []
  for (const person of people) {
    const refused = refusalOf(known.get(person.membershipId), version)
    if (refused === null) allowed.push(person)
    else if (refused === 'birthdate_missing' || refused === 'under_age') byAge.push({ person, refused })
    else gifts.set(person.membershipId, { refused })
  }
  return { allowed, byAge }
}

interface Member {
  id: number
  role: string
  state: string
  birthdate: Day | null
}

function refusalOf(member: Member | undefined, version: NewestVersion | null) {
  if (!member || member.state === 'inactive') return 'member_inactive'
  if (member.role !== 'leerling') return 'not_a_participant'
  if (!version) return 'course_unavailable'
  if (!version.adults_only) return null
  if (member.birthdate === null) return 'birthdate_missing'
  return isAdultOn(member.birthdate, today()) ? null : 'under_age'
}

interface Created {
  id: number
  membership_id: number
}

/** Creates all in one statement. @returns null, with nothing changed, when a contract's limit has to decide for each person */
async function createAll(
  trx: TransactionClientContract,
  courseId: number,
  version: NewestVersion,
  people: readonly Person[],
): Promise<Created[] | null> {
  const at = DateTime.now()
  const values = [
    ...[currentCompanyId(), courseId, version.id, at.toJSDate(), at.plus({ days: UNSTARTED_DAYS }).toJSDate()],
    people.map(({ membershipId }) => membershipId),
    people.map(({ dueAt }) => dueAt),
  ]
  const allowance = await serviceOf(courseAllowance, trx)
  try {
    return await trx.transaction(async (inner) => {
      const { rows } = await inner.rawQuery<{ rows: Created[] }>(
        `insert into learning_participations (company_id, membership_id, course_id, version_id, source, registered_at, expires_at, due_at, mandatory)
           select ?, p.m, ?, ?, 'flow', ?, ?, p.due, true from unnest(?::bigint[], ?::date[]) as p(m, due)
         on conflict (company_id, membership_id, course_id) where status in ('registered', 'planned', 'busy') do nothing
         returning id, membership_id`,
        values as never,
      )
      const given = rows.map(({ id, membership_id: membershipId }) => ({ participationId: id, membershipId, courseId }))
      if (given.length && allowance && !(await allowance.takeAll(inner, courseId, given))) throw new LimitedError()
      await inner.rawQuery(
        `update learning_participations p set current = false
           from unnest(?::bigint[], ?::bigint[]) as n(id, m)
          where p.company_id = ? and p.membership_id = n.m and p.course_id = ? and p.current and p.id <> n.id`,
        [rows.map(({ id }) => id), rows.map((row) => row.membership_id), currentCompanyId(), courseId] as never,
      )
      const registeredAt = at.toUTC().toISO()
      const facts = given.map((one) => ({ ...one, courseVersionId: version.id, courseName: version.name, registeredAt }))
      await emitAll(inner, participationRegistered, facts)
      return rows
    })
  } catch (error) {
    if (error instanceof LimitedError) return null
    throw error
  }
}

class LimitedError extends Error {}

/** Creates them one by one, because a limit may refuse some. */
async function createEach(trx: TransactionClientContract, courseId: number, people: readonly Person[], gifts: Gifts): Promise<Created[]> {
  const made: Created[] = []
  for (const { membershipId, dueAt } of people) {
    try {
      const { id, created } = await registerIn(trx, membershipId, courseId, 'flow')
      if (!created) continue
      await trx.from('learning_participations').where({ id }).update({ due_at: dueAt, mandatory: true })
      made.push({ id, membership_id: membershipId })
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'contract_limit_reached') throw error
      gifts.set(membershipId, { refused: 'contract_limit_reached' })
    }
  }
  return made
}

/** Makes open participations part of the flow, except launches from another learning system. Their own due date is kept. */
async function adoptOpen(
  trx: TransactionClientContract,
  courseId: number,
  asked: ReadonlyMap<number, Person>,
  gifts: Gifts,
  why: string,
): Promise<void> {
  const missing = [...asked.values()].filter(({ membershipId }) => !gifts.has(membershipId))
  if (!missing.length) return
  // The history entry joins the row's old state: a participation without a due date gets one.
  const { rows } = await trx.rawQuery<{ rows: (Created & { due: Day | null })[] }>(
    `with asked as (
       select p.id, p.due_at as was, n.due from unnest(?::bigint[], ?::date[]) as n(m, due) join learning_participations p
           on p.company_id = ? and p.membership_id = n.m and p.course_id = ? and p.status in ('registered', 'planned', 'busy')
        order by p.id for update of p),
     adopted as (
       update learning_participations p
          set source = case when p.source = 'lti' then p.source else 'flow' end, due_at = coalesce(p.due_at, asked.due),
              mandatory = true, updated_at = clock_timestamp()
         from asked where p.id = asked.id returning p.id, p.company_id, p.membership_id, p.due_at),
     noted as (
       insert into learning_participation_history (company_id, participation_id, action, reason, details)
         select p.company_id, p.id, 'due_changed', ?, jsonb_build_object('due_at', asked.due::text, 'mandatory', true)
           from adopted p join asked on asked.id = p.id where asked.was is null and asked.due is not null)
     select id, membership_id, due_at::text as due from adopted`,
    [missing.map(({ membershipId }) => membershipId), missing.map(({ dueAt }) => dueAt), currentCompanyId(), courseId, why] as never,
  )
  for (const { id, membership_id: membershipId, due } of rows) gifts.set(membershipId, { participationId: id, had: true, dueAt: due })
}

const recordStarted = (trx: TransactionClientContract, ids: readonly number[], why: string) =>
  trx.rawQuery(
    `insert into learning_participation_history (company_id, participation_id, action, reason, details)
       select ?, id, 'given_in_flow', ?, '{}' from unnest(?::bigint[]) as p(id)`,
    [currentCompanyId(), why, [...ids]] as never,
  )

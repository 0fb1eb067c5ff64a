import { fullName } from '#core/contract/full_name'
import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { conflict, notFound } from '#core/contract/errors'
import { emit, emitAll } from '#core/kit/events'
import { currentCompanyId } from '#core/kit/scope'
import { entryChanged, type ExamEntry, type ExamsService, type ReleaseReason, type SeatsFor, seatFreed } from '../../contract/index.js'
import type { Adjustment } from '../../contract/adjustments.js'
import type { ExamStatus } from '../../contract/statuses.js'
import { adjust, assertOffered } from './adjust.js'
import { changeAdjustments } from './readjust.js'
import { assertOpen } from './closing.js'
import { entered, examOf, findMoment, findMoments } from './find_moments.js'
import { providerFacts, providerOf, termsOf } from './exam_terms.js'
import { inTheRoom } from './in_the_room.js'
import { ranExamOf } from './room_members.js'
import { recordStatus } from './entry_history.js'
import { recordNews } from './news.js'
import { assertSeats, type Candidate, candidates, type LockedMoment, lockMoment } from './seats.js'

interface EntryRow {
  id: number
  key: string
  membership_id: number | null
  moment_id: number
  status: ExamStatus
  held_until: Date | null
  released_at: Date | null
  release_reason: ReleaseReason | null
}

type Trx = TransactionClientContract
const within = <T>(trx: Trx | undefined, fn: (trx: Trx) => Promise<T>): Promise<T> => (trx ? fn(trx) : db.transaction(fn))

const rowsOf = (trx: Trx, key: string): Promise<EntryRow[]> =>
  trx
    .from('exams_entries')
    .where({ company_id: currentCompanyId(), key })
    .orderBy('id')
    .select('id', 'key', 'membership_id', 'moment_id', 'status', 'held_until', 'released_at', 'release_reason')

const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)
const isActive = (row: EntryRow) => row.released_at === null
/** Taken, not only held. */
const isGiven = (row: EntryRow) => row.held_until === null
/** Whether `exams_seats_taken` counts it. A difference between the two clocks only costs an extra attempt. */
const isCounted = (row: EntryRow) => isActive(row) && (row.held_until === null || row.held_until.getTime() > Date.now())
const change = (trx: Trx, rows: readonly EntryRow[], values: object) =>
  trx
    .from('exams_entries')
    .whereIn(
      'id',
      rows.map(({ id }) => id),
    )
    .update({ ...values, updated_at: trx.raw('clock_timestamp()') })

/** Emits that seats of a moment are free again, with the current number. */
export async function emitFreed(trx: Trx, moment: LockedMoment): Promise<void> {
  if (moment.withdrawn_at || moment.starts_at.getTime() <= Date.now()) return
  const { rows } = await trx.rawQuery<{ rows: { taken: number }[] }>('select exams_seats_taken(?) as taken', [moment.id])
  await emit(trx, seatFreed, {
    momentId: moment.id,
    courseId: moment.course_id,
    city: moment.city,
    language: moment.language,
    startsAt: moment.starts_at.toISOString(),
    seatsLeft: Math.max(0, moment.seats - rows[0]!.taken),
  })
}

const sameIds = (rows: readonly EntryRow[], people: SeatsFor): boolean => {
  if (!isPeople(people)) return rows.length === people.seats && rows.every((row) => row.membership_id === null)
  const ids = new Set(people)
  return rows.length === ids.size && rows.every((row) => row.membership_id !== null && ids.has(row.membership_id))
}
const isPeople = (people: SeatsFor): people is readonly number[] => Array.isArray(people)

/** @param until null: taken at once */
async function hold(trx: Trx, key: string, momentId: number, people: SeatsFor, until: Date | null): Promise<void> {
  const moment = await lockMoment(trx, momentId, key)
  // Read after the lock: of two concurrent calls with one key, the second finds the rows of the first.
  const all = moment.is_known ? await rowsOf(trx, key) : []
  const active = all.filter(isActive)
  if (active.length) {
    if (active.some((row) => row.moment_id !== moment.id) || !sameIds(active, people)) throw conflict('hold_differs')
    const held = active.filter((row) => row.held_until !== null)
    await assertAgain(trx, moment, held)
    if (held.length && until) await change(trx, held, { held_until: until })
    else if (held.length) await give(trx, moment, held)
    return
  }
  const wanted = isPeople(people) ? new Set(people).size : people.seats
  if (wanted < 1) throw notFound()
  const who = isPeople(people) ? await candidates(trx, moment, people) : []
  // Seats are inserted in the order in which their people were given.
  if (isPeople(people)) who.sort((one, other) => people.indexOf(one.id) - people.indexOf(other.id))
  assertSeats(moment, wanted)
  assertFree(who)
  await assertOpen(trx, moment)
  // Seats that were released under this key are not reused; a new hold starts from scratch.
  if (all.length)
    await trx
      .from('exams_entries')
      .whereIn(
        'id',
        all.map(({ id }) => id),
      )
      .delete()
  const named = isPeople(people)
    ? who.map(({ id, firstname, infix, lastname }) => ({ membership_id: id, person_name: fullName({ firstname, infix, lastname }) }))
    : Array.from({ length: wanted }, () => ({ membership_id: null, person_name: '' }))
  const made = await insertEntries(trx, { key, moment, named, until })
  if (until) return
  const status = 'waiting'
  await emitChanged(trx, made, { momentId: moment.id, status, from: null, changedAt: made[0]!.at!.toISOString() })
  await recordNews(trx, moment, idsOf(made), 'application', status)
}

/** Inserts new entries; confirmed ones with the first row of their history, in the same statement. */
async function insertEntries(
  trx: Trx,
  {
    key,
    moment,
    named,
    until,
  }: { key: string; moment: LockedMoment; named: readonly { membership_id: number | null; person_name: string }[]; until: Date | null },
): Promise<(NamedEntry & { at: Date | null })[]> {
  const { rows } = await trx.rawQuery<{ rows: (NamedEntry & { at: Date | null })[] }>(
    `with made as (
       insert into exams_entries (company_id, company_name, key, moment_id, provider_company_id, held_until, told_starts_at, course_name, membership_id, person_name)
       select c.id, c.name, ?, ?, ?, ?, ?, coalesce((select o.name from learning_offers o where o.course_id = ?), '{}'), named.membership_id, named.person_name
         from kit_companies c, unnest(?::bigint[], ?::text[]) with ordinality as named (membership_id, person_name, place)
        where c.id = ? order by named.place
       returning *),
     noted as (
       insert into exams_entry_history (company_id, entry_id, moment_id, provider_company_id, status, by_side, explanation, at)
       select company_id, id, moment_id, provider_company_id, status, 'system', '', clock_timestamp() from made
        where held_until is null order by id
       returning entry_id, at)
     select made.id, made.key, made.membership_id, noted.at from made left join noted on noted.entry_id = made.id order by made.id`,
    [
      ...[key, moment.id, moment.provider_company_id, until, moment.starts_at, moment.course_id],
      ...[named.map((one) => one.membership_id), named.map((one) => one.person_name), currentCompanyId()],
    ] as never,
  )
  return rows
}

/** For an expired hold: checks that its seats are still free, and that none of its people took another one meanwhile. */
async function assertAgain(trx: Trx, moment: LockedMoment, rows: readonly EntryRow[]): Promise<void> {
  const again = rows.filter((row) => !isCounted(row))
  if (!again.length) return
  assertSeats(moment, again.length)
  await assertNotEntered(
    trx,
    moment.id,
    again.flatMap((row) => row.membership_id ?? []),
  )
}

/** One person has one seat at a moment, under any key. @throws AppError 409 already_entered (with `members`) */
function assertFree(people: readonly Candidate[]): void {
  const members = people.filter((person) => person.is_entered).map(({ id }) => id)
  if (members.length) throw conflict('already_entered', { members })
}

/** @throws AppError as assertFree */
async function assertNotEntered(trx: Trx, momentId: number, people: readonly number[]): Promise<void> {
  const rows: { membership_id: number }[] = await trx
    .from('exams_entries')
    .where('company_id', currentCompanyId())
    .where('moment_id', momentId)
    .whereIn('membership_id', [...people])
    .whereNull('released_at')
    .whereRaw('(held_until is null or held_until > clock_timestamp())')
    .select('membership_id')
  if (rows.length) throw conflict('already_entered', { members: rows.map((row) => row.membership_id) })
}

async function confirm(trx: Trx, key: string): Promise<void> {
  const [first] = await rowsOf(trx, key)
  if (!first) throw notFound()
  const moment = await lockMoment(trx, first.moment_id)
  const rows = (await rowsOf(trx, key)).filter((row) => isActive(row) || row.release_reason === 'lapsed')
  if (!rows.length) throw first.release_reason === 'withdrawn' ? conflict('moment_withdrawn') : notFound()
  const open = rows.filter((row) => !isActive(row) || row.held_until !== null)
  if (!open.length) return
  await assertAgain(trx, moment, open)
  await give(trx, moment, open)
}

/** Turns holds into entries. */
async function give(trx: Trx, moment: LockedMoment, rows: readonly EntryRow[]): Promise<void> {
  await change(trx, rows, { held_until: null, released_at: null, release_reason: null, told_starts_at: moment.starts_at })
  await emitNewEntries(trx, moment, rows)
}

type NamedEntry = Pick<EntryRow, 'id' | 'key' | 'membership_id'>

async function emitNewEntries(trx: Trx, moment: LockedMoment, rows: readonly NamedEntry[]): Promise<void> {
  await emitStatusChange(
    trx,
    rows.map((row) => ({ ...row, status: null })),
    moment.id,
    'waiting',
  )
  await recordNews(trx, moment, idsOf(rows), 'application', 'waiting')
}

/**
 * Stores and emits a new status of entries, in two statements for each previous status.
 * @param rows with their previous status; null: new entries
 */
async function emitStatusChange(
  trx: Trx,
  rows: readonly (NamedEntry & { status: ExamStatus | null })[],
  momentId: number,
  status: ExamStatus,
): Promise<void> {
  for (const from of new Set(rows.map((row) => row.status))) {
    const some = rows.filter((row) => row.status === from)
    const note = { status, from, side: 'system', membershipId: null, explanation: '' } as const
    const changedAt = await recordStatus(trx, { entryIds: idsOf(some), ...note })
    await emitChanged(trx, some, { momentId, status, from, changedAt })
  }
}

const emitChanged = (
  trx: Trx,
  rows: readonly NamedEntry[],
  change: { momentId: number; status: ExamStatus; from: ExamStatus | null; changedAt: string },
) =>
  emitAll(
    trx,
    entryChanged,
    rows.map(({ key, membership_id: membershipId }) => ({ key, membershipId, ...change })),
  )

async function release(trx: Trx, key: string): Promise<void> {
  const [first] = (await rowsOf(trx, key)).filter(isActive)
  if (!first) return
  const moment = await lockMoment(trx, first.moment_id)
  const rows = (await rowsOf(trx, key)).filter(isActive)
  if (!rows.length) return
  await change(trx, rows, { released_at: trx.raw('clock_timestamp()'), release_reason: 'released' })
  await recordNews(trx, moment, idsOf(rows.filter(isGiven)), 'status', 'released')
  if (rows.some((row) => row.held_until === null || isCounted(row))) await emitFreed(trx, moment)
}

async function move(trx: Trx, key: string, momentId: number): Promise<void> {
  const [first] = (await rowsOf(trx, key)).filter(isActive)
  if (!first) throw notFound()
  if (first.moment_id === momentId) return
  // Always in the same order, so that two opposite moves do not deadlock.
  const locked = new Map<number, LockedMoment>()
  for (const id of [first.moment_id, momentId].sort((a, b) => a - b)) locked.set(id, await lockMoment(trx, id))
  const [from, to] = [locked.get(first.moment_id)!, locked.get(momentId)!]
  if (from.course_id !== to.course_id) throw conflict('other_course')
  const rows = (await rowsOf(trx, key)).filter(isActive)
  if (rows.some((row) => row.moment_id !== from.id)) throw conflict('hold_differs')
  const people = rows.flatMap((row) => row.membership_id ?? [])
  const who = people.length ? await candidates(trx, to, people) : []
  assertSeats(to, rows.length)
  assertFree(who)
  await assertOpen(trx, to)
  await change(trx, rows, {
    ...{ moment_id: to.id, provider_company_id: to.provider_company_id, told_starts_at: to.starts_at },
    status: 'waiting',
    // Another exam house receives the data only once the person confirms it.
    ...(to.provider_company_id !== from.provider_company_id && { candidate_confirmed_at: null }),
  })
  await assertOffered(trx, key)
  await emitStatusChange(trx, rows.filter(isGiven), to.id, 'waiting')
  const given = idsOf(rows.filter(isGiven))
  await recordNews(trx, from, given, 'status', 'moved_away')
  await recordNews(trx, to, given, 'application', 'waiting')
  await emitFreed(trx, from)
}

async function entries(keys: readonly string[]): Promise<ExamEntry[]> {
  const rows: (EntryRow & { adjustments: Adjustment[]; is_candidate: boolean })[] = await db
    .from('exams_entries')
    .where('company_id', currentCompanyId())
    .whereIn('key', [...keys])
    .orderBy('id')
    .select('id', 'key', 'membership_id', 'moment_id', 'status', 'held_until', 'released_at', 'release_reason', 'adjustments')
    .select(db.raw('candidate_confirmed_at is not null as is_candidate'))
  return rows.map((row) => ({
    id: row.id,
    key: row.key,
    membershipId: row.membership_id,
    momentId: row.moment_id,
    status: row.status,
    heldUntil: row.held_until?.toISOString() ?? null,
    releasedAt: row.released_at?.toISOString() ?? null,
    releaseReason: row.release_reason,
    adjustments: row.adjustments,
    isCandidate: row.is_candidate,
  }))
}

async function passedBy(membershipId: number, client: Pick<Trx, 'from'> = db): Promise<number[]> {
  const rows: { course_id: number }[] = await client
    .from('exams_entries as n')
    .join('exams_moments as m', 'm.id', 'n.moment_id')
    .join('exams_exams as e', 'e.id', 'm.exam_id')
    .where({ 'n.company_id': currentCompanyId(), 'n.membership_id': membershipId, 'n.status': 'passed' })
    .whereNull('n.released_at')
    .distinct('e.course_id')
  return rows.map((row) => row.course_id)
}

/** The service of the contract, for other plugins. */
export const service: ExamsService = {
  moments: findMoments,
  moment: findMoment,
  examOf,
  terms: termsOf,
  providerOf,
  providerFacts,
  upcomingEntries: entered,
  hold: (key, momentId, people, until, trx) => within(trx, (client) => hold(client, key, momentId, people, until)),
  confirm: (key, trx) => within(trx, (client) => confirm(client, key)),
  adjust: (key, chosen, trx) => adjust(trx, key, chosen),
  changeAdjustments: (key, membershipId, adjustments, trx) => changeAdjustments(trx, key, membershipId, adjustments),
  book: (key, momentId, people, trx) => hold(trx, key, momentId, people, null),
  release: (key, trx) => within(trx, (client) => release(client, key)),
  move: (key, momentId, trx) => within(trx, (client) => move(client, key, momentId)),
  async transfer(key, to, membershipIds, trx) {
    await trx
      .from('exams_entries')
      .where({ company_id: currentCompanyId(), key })
      .whereIn('membership_id', [...membershipIds])
      .update({ key: to, updated_at: trx.raw('clock_timestamp()') })
  },
  passedBy,
  inTheRoom,
  ranExamOf,
  entries,
}

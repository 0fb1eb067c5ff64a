import { randomBytes } from 'node:crypto'
import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { Infer } from '@vinejs/vine/types'
import { conflict, invalid, notFound } from '#core/contract/errors'
import { saveFrom, versionOf } from '#core/kit/database'
import type { Day } from '#core/kit/days'
import { removeFile } from '#core/kit/files'
import { currentCompanyId, type Session } from '#core/kit/scope'
import { serviceOf } from '#core/kit/services'
import { groupsService } from '#plugins/groups/contract/index'
import type { MeetingKind } from '../../kinds.js'
import type { meetingChangeValidator, meetingValidator } from '../validators/meetings.js'
import { addPeople } from './presence.js'
import { ATTENDEES, CORRECTIONS, lockOpen, MEETINGS } from './tables.js'

export interface MeetingRow {
  id: number
  company_id: number
  topic: string
  held_on: Day
  place: string
  kind: MeetingKind
  token: string
  photo_file_id: number | null
  led_by_id: number | null
  led_by: string | null
  closed_at: Date | null
  version: string
  /** The number of people expected, and how many of them were present. */
  expected: number
  present: number
}

const COUNT = (of: string) => `(select count(${of})::int from ${ATTENDEES} a where a.company_id = t.company_id and a.meeting_id = t.id)`
const EXPECTED = COUNT('*')
export const PRESENT = COUNT('a.present_at')

/** Meetings with the number of people expected and present, in the running company. */
export const meetings = (client: Pick<TransactionClientContract, 'from'> = db) =>
  client
    .from(`${MEETINGS} as t`)
    .leftJoin('kit_members as l', 'l.id', 't.led_by_id')
    .select('t.*', 'l.full_name as led_by')
    .select(db.raw(`${EXPECTED} as expected, ${PRESENT} as present, ${versionOf('t.updated_at')} as version`))

/** @throws AppError 404 for an id of another company */
export async function findMeeting(id: number | string, trx?: TransactionClientContract): Promise<MeetingRow> {
  const row: MeetingRow | null = await meetings(trx).where('t.id', id).first()
  if (!row) throw notFound()
  return row
}

/** The company's groups with the number of people in each; none if groups are turned off. */
export async function groupChoices(): Promise<{ id: number; name: string; count: number }[]> {
  const groups = await serviceOf(groupsService)
  if (!groups) return []
  const list = await groups.list()
  const members = await groups.membersOf(list.map(({ id }) => id))
  return list
    .map(({ id, name }) => ({ id: Number(id), name, count: members.get(Number(id))?.length ?? 0 }))
    .filter(({ count }) => count > 0)
}

/** The most recent topics and place, to fill in the form quickly. */
export async function lastUsed(): Promise<{ topics: string[]; place: string }> {
  const rows: { topic: string; place: string }[] = await db
    .from(MEETINGS)
    .orderBy('held_on', 'desc')
    .orderBy('id', 'desc')
    .limit(40)
    .select('topic', 'place')
  return { topics: [...new Set(rows.map(({ topic }) => topic))].slice(0, 6), place: rows[0]?.place ?? '' }
}

/** @throws AppError 422 enum on `group_id` or `members` for those of another company */
export async function createMeeting(session: Session, input: Infer<typeof meetingValidator>): Promise<MeetingRow> {
  const { group_id: group = null, members = [], ...facts } = input
  const people = new Set([...members, ...(group === null ? [] : await membersOf(group))])
  return db.transaction(async (trx) => {
    const [{ id }] = await trx
      .insertQuery()
      .table(MEETINGS)
      .insert({
        ...{ ...facts, place: facts.place ?? '', company_id: currentCompanyId() },
        ...{ token: newToken(), led_by_id: session.membershipId },
      })
      .returning('id')
    await addPeople(trx, id, [...people], members)
    return findMeeting(id, trx)
  })
}

export const newToken = () => randomBytes(18).toString('base64url')

async function membersOf(group: number): Promise<number[]> {
  const groups = await serviceOf(groupsService)
  const known = (await groups?.list())?.some(({ id }) => Number(id) === group) ?? false
  if (!groups || !known) throw invalid('group_id', 'enum')
  return (await groups.membersOf([group])).get(group) ?? []
}

const FIELDS = ['topic', 'held_on', 'place', 'kind'] as const

/**
 * Changes a meeting's details. For a closed meeting this is a correction with a reason. @throws AppError 404; 409 changed_meanwhile; 422
 * required on `reason`
 */
export async function changeMeeting(session: Session, id: string, input: Infer<typeof meetingChangeValidator>): Promise<MeetingRow> {
  const { updated_at: version, reason, ...sent } = input
  const values = { ...sent, place: sent.place ?? '' }
  await findMeeting(id)
  const current = async (trx: TransactionClientContract) => ({ ...(await findMeeting(id, trx)) })
  await saveFrom({ table: MEETINGS, id, version, sent: values, current }, async (trx) => {
    const before = await findMeeting(id, trx)
    const fields = FIELDS.filter((field) => before[field] !== values[field])
    if (before.closed_at !== null && fields.length > 0) {
      if (!reason) throw invalid('reason', 'required')
      await trx.table(CORRECTIONS).insert({
        ...{ company_id: currentCompanyId(), meeting_id: before.id, act: 'details', reason },
        ...{ fields: JSON.stringify(fields), by_id: session.membershipId },
      })
    }
    await trx
      .from(MEETINGS)
      .where('id', id)
      .update({ ...values, updated_at: trx.raw('clock_timestamp()') })
  })
  return findMeeting(id)
}

/** Closes a meeting. Afterwards it can only be corrected. @throws AppError 404; 409 meeting_closed, nobody_present */
export async function closeMeeting(id: string): Promise<MeetingRow> {
  return db.transaction(async (trx) => {
    await lockOpen(trx, id)
    if ((await findMeeting(id, trx)).present === 0) throw conflict('nobody_present')
    await trx
      .from(MEETINGS)
      .where('id', id)
      .update({ closed_at: trx.raw('now()'), updated_at: trx.raw('clock_timestamp()') })
    return findMeeting(id, trx)
  })
}

/** Deletes an open meeting. @throws AppError 404; 409 meeting_closed */
export async function removeMeeting(id: string): Promise<void> {
  await db.transaction(async (trx) => {
    const { photo_file_id: photo } = await lockOpen(trx, id)
    await trx.from(MEETINGS).where('id', id).delete()
    if (photo !== null) await removeFile(photo, trx)
  })
}

import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { EventHistory, PayloadOf } from '#core/contract/events'
import { type Day, zone } from '#core/kit/days'
import { emit } from '#core/kit/events'
import { externalCourseSaved } from '../../contract/index.js'

type Facts = PayloadOf<typeof externalCourseSaved>

interface Row {
  id: number
  membership_id: number
  name: string
  status: string
  day: Day
  valid_until: Day | null
  updated_at: Date
}

const rows = (client: Pick<TransactionClientContract, 'from'> = db) =>
  client
    .from('external_courses_courses')
    .select('id', 'membership_id', 'name', 'status', 'valid_until', 'updated_at')
    .select(db.raw(`(created_at at time zone '${zone()}')::date as day`))

const toFacts = ({ id, membership_id: membershipId, name, status, day, valid_until: validUntil }: Row): Facts => ({
  courseId: id,
  membershipId,
  name,
  passed: status === 'passed',
  day,
  validUntil,
})

/** Emits the current state of a course in the transaction that changed it. */
export async function tellSaved(trx: TransactionClientContract, id: number): Promise<void> {
  const row: Row = await rows(trx).where('id', id).firstOrFail()
  await emit(trx, externalCourseSaved, toFacts(row))
}

/** The payload of `externalCourseSaved`, read from the courses. */
export const pastSaved: EventHistory<Facts> = {
  count: async () => {
    const [row] = await db.from('external_courses_courses').count('* as n')
    return Number(row.n)
  },
  after: async (key, limit) => {
    const found: Row[] = await rows().where('id', '>', key).orderBy('id').limit(limit)
    return found.map((row) => ({ key: row.id, occurredAt: row.updated_at, payload: toFacts(row) }))
  },
}

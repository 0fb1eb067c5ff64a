import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { EventHistory, PayloadOf } from '#core/contract/events'
import { type Day, zone } from '#core/kit/days'
import { emit } from '#core/kit/events'
import { IS_PROOF } from '../../certificates.js'
import { externalCourseSaved } from '../../contract/index.js'

type Facts = PayloadOf<typeof externalCourseSaved>

interface Row {
  id: number
  membership_id: number
  name: string
  proof: boolean
  day: Day
  valid_until: Day | null
  updated_at: Date
}

const rows = (client: Pick<TransactionClientContract, 'from'> = db) =>
  client
    .from('external_courses_courses')
    .select('id', 'membership_id', 'name', 'valid_until', 'updated_at')
    .select(db.raw(`coalesce(obtained_on, (created_at at time zone '${zone()}')::date) as day`))
    .select(db.raw(`(${IS_PROOF('external_courses_courses')}) as proof`))

const toFacts = ({ id, membership_id: membershipId, name, proof, day, valid_until: validUntil }: Row): Facts => ({
  courseId: id,
  membershipId,
  name,
  passed: proof,
  day,
  validUntil,
})

/** Emits the current state of a course in the transaction that changed it. */
export async function emitSaved(trx: TransactionClientContract, id: number): Promise<void> {
  const row: Row = await rows(trx).where('id', id).firstOrFail()
  await emit(trx, externalCourseSaved, toFacts(row))
}

/** OutsideProofs.facts. */
export async function factsOf(courseId: number, client?: Pick<TransactionClientContract, 'from'>): Promise<Facts | null> {
  const row: Row | null = await rows(client).where('id', courseId).first()
  return row && toFacts(row)
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

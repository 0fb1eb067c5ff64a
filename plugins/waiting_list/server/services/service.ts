import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { serviceOf } from '#core/kit/services'
import { examsService } from '#plugins/exams/contract/index'
import type { Seated, WaitingListService } from '../../contract/index.js'
import { note, seatKey } from './places.js'

const holding = (client: Pick<TransactionClientContract, 'from'>, momentId: number, people: readonly Seated[]) =>
  client
    .from('waiting_list_places')
    .where('moment_id', momentId)
    .whereNull('booked_at')
    .whereRaw(`(status = 'accepted' or (status = 'offered' and offer_until > clock_timestamp()))`)
    .whereRaw('(membership_id = any(?) or (membership_id is null and lower(email) = any(?)))', [
      people.flatMap(({ membershipId }) => membershipId ?? []),
      people.map(({ email }) => email.toLowerCase()),
    ] as never)
    .orderBy('id')
    .select('id')

/** The service for other plugins, through the token of the contract. */
export const service: WaitingListService = {
  countHeldSeats: async (momentId, people) => (await holding(db, momentId, people)).length,
  async releaseSeats(trx, momentId, people) {
    const exams = await serviceOf(examsService, trx)
    const rows: { id: number }[] = await holding(trx, momentId, people).forUpdate()
    for (const { id } of rows) {
      await trx
        .from('waiting_list_places')
        .where('id', id)
        .update({ status: 'accepted', booked_at: trx.raw('clock_timestamp()') })
      await note(trx, id, 'booked')
      await exams?.release(seatKey(id), trx)
    }
    return rows.length
  },
}

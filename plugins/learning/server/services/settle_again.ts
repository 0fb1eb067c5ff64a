import db from '@adonisjs/lucid/services/db'
import { OPEN_STATUSES } from '../../contract/states.js'
import Participation from '../models/participation.js'
import { settle } from './settle.js'

/** So many in one transaction. */
const AT_ONCE = 100

/**
 * Brings enrolments that are marked `settle_again` in line with the rules of today, and tells of what changes as any other change does;
 * the job `learning.settle_again`, in each company. Goes on where it was cut off.
 */
export async function settleAgain(): Promise<void> {
  while (await settleSome());
}

async function settleSome(): Promise<boolean> {
  return db.transaction(async (trx) => {
    const some = await Participation.query({ client: trx })
      .where('settle_again', true)
      .whereIn('status', [...OPEN_STATUSES])
      // Whose access is over has time no more; the job `learning.expire` ends it.
      .where((open) => void open.whereNull('expires_at').orWhere('expires_at', '>', new Date()))
      .orderBy('id')
      .limit(AT_ONCE)
      .forUpdate()
    for (const participation of some) await settle(trx, participation)
    return some.length > 0
  })
}

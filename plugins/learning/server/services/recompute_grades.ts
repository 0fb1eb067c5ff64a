import db from '@adonisjs/lucid/services/db'
import { OPEN_STATUSES } from '../../contract/states.js'
import Participation from '../models/participation.js'
import { settle } from './recompute.js'

/** Participations per transaction. */
const AT_ONCE = 100

/**
 * Recomputes participations marked `settle_again` by the current rules, and emits events for changes like any other change; the job
 * `learning.settle_again`, in each company. It continues where it was interrupted.
 */
export async function recomputeGrades(): Promise<void> {
  while (await settleSome());
}

async function settleSome(): Promise<boolean> {
  return db.transaction(async (trx) => {
    const some = await Participation.query({ client: trx })
      .where('settle_again', true)
      .whereIn('status', [...OPEN_STATUSES])
      // Participations whose access has ended are skipped; the job `learning.expire` ends them.
      .where((open) => void open.whereNull('expires_at').orWhere('expires_at', '>', new Date()))
      .orderBy('id')
      .limit(AT_ONCE)
      .forUpdate()
    for (const participation of some) await settle(trx, participation)
    return some.length > 0
  })
}

import db from '@adonisjs/lucid/services/db'
import { today } from '#core/kit/days'
import { IS_PROOF } from '../../certificates.js'
import type { OutsideProofs } from '../../contract/index.js'
import { factsOf } from './facts.js'

/** See OutsideProofs. */
export const service: OutsideProofs = {
  async valid(membershipIds, client = db) {
    const { rows } = await client.rawQuery<{ rows: { membershipId: number; name: string }[] }>(
      `select membership_id as "membershipId", name from external_courses_courses i
        where membership_id = any(?::bigint[]) and ${IS_PROOF('i')} and (valid_until is null or valid_until >= ?)`,
      [[...membershipIds], today()] as never,
    )
    return rows
  },
  facts: factsOf,
}

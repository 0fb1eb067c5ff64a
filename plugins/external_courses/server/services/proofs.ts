import db from '@adonisjs/lucid/services/db'
import { today } from '#core/kit/days'
import type { OutsideProofs } from '../../contract/index.js'

/** See OutsideProofs. */
export const service: OutsideProofs = {
  async valid(membershipIds, client = db) {
    const { rows } = await client.rawQuery<{ rows: { membershipId: number; name: string }[] }>(
      `select membership_id as "membershipId", name from external_courses_courses
        where membership_id = any(?::bigint[]) and status = 'passed' and (valid_until is null or valid_until >= ?)`,
      [[...membershipIds], today()] as never,
    )
    return rows
  },
}

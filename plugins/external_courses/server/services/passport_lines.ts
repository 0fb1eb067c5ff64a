import db from '@adonisjs/lucid/services/db'
import type { PassportSource } from '#plugins/passport/contract/index'
import { IS_PROOF } from '../../certificates.js'

/** Lines for a safety passport: courses that a person passed elsewhere, if they are valid proof. */
export const service: PassportSource = {
  async lines(membershipId) {
    const rows: { name: string; until: string | null }[] = await db
      .from('external_courses_courses as i')
      .where('membership_id', membershipId)
      .whereRaw(IS_PROOF('i'))
      .orderByRaw('valid_until desc nulls first, id desc')
      .select('name', 'valid_until as until')
    return rows.map((row) => ({ ...row, detail: '', from: null }))
  },
}

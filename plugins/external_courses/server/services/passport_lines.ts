import db from '@adonisjs/lucid/services/db'
import type { PassportSource } from '#plugins/passport/contract/index'

/** Lines for a safety passport: courses that a person passed elsewhere. The date of passing is optional. */
export const service: PassportSource = {
  async lines(membershipId) {
    const rows: { name: string; until: string | null }[] = await db
      .from('external_courses_courses')
      .where({ membership_id: membershipId, status: 'passed' })
      .orderByRaw('valid_until desc nulls first, id desc')
      .select('name', 'valid_until as until')
    return rows.map((row) => ({ ...row, detail: '', from: null }))
  },
}

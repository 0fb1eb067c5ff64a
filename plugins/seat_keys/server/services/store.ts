import db from '@adonisjs/lucid/services/db'
import { currentCompanyId } from '#core/kit/scope'
import { platformUrl } from '#core/kit/settings'
import type { SeatKeysService } from '../../contract/index.js'
import type { KeyState } from '../../states.js'
import { newCode } from './codes.js'

export const KEYS = 'seat_keys_keys'

export interface KeyRow {
  id: number
  booking_id: number
  nth: number
  token: string
  course_id: number
  course_name: Record<string, string>
  used_by: number | null
  used_at: Date | null
  withdrawn_at: Date | null
}

/** Pure. */
export const stateOf = ({ used_at: used, withdrawn_at: withdrawn }: Pick<KeyRow, 'used_at' | 'withdrawn_at'>): KeyState =>
  used ? 'used' : withdrawn ? 'withdrawn' : 'open'

/** The address of a key. */
export const addressOf = (token: string): Promise<string> => platformUrl(`/sleutel/${token}`)

const issue: SeatKeysService['issue'] = async (trx, { bookingId, courseId, courseName, seats }) => {
  const rows = Array.from({ length: seats }, (_, index) => ({
    ...{ company_id: currentCompanyId(), booking_id: bookingId, nth: index + 1, token: newCode() },
    ...{ course_id: courseId, course_name: JSON.stringify(courseName) },
  }))
  await trx.knexQuery().table(KEYS).insert(rows).onConflict(['company_id', 'booking_id', 'nth']).ignore()
}
export const service: SeatKeysService = { issue }

/** Withdraws the unused keys of a booking that was cancelled. Idempotent. */
export async function withdrawAll(bookingId: number): Promise<void> {
  await db.from(KEYS).where('booking_id', bookingId).whereNull('used_at').whereNull('withdrawn_at').update({ withdrawn_at: new Date() })
}

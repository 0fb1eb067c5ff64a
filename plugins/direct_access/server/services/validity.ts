import { DateTime } from 'luxon'
import { addDays, type Day, today } from '#core/kit/days'
import type { Unit } from '../../kinds.js'

export interface Validity {
  valid_for: number | null
  valid_unit: Unit | null
}

/** The last day on which an instruction done at this moment is valid; null: it has no end. Pure. */
export function validUntil(doneAt: Date, { valid_for: amount, valid_unit: unit }: Validity): Day | null {
  if (amount === null || unit === null) return null
  const day = today(DateTime.fromJSDate(doneAt))
  if (unit === 'days') return addDays(day, amount)
  return DateTime.fromISO(day, { zone: 'utc' }).plus({ months: amount }).toISODate()
}

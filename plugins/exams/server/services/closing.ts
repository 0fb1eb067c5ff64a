import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { conflict } from '#core/contract/errors'
import { settingsOf } from '#core/kit/settings'
import { currentScopeCompany } from '#core/kit/scope'
import { DEFAULT_CLOSE_HOURS, examsSettings } from '../../settings.js'

/** SQL: until when a moment `m` can be booked. Binds the hours of `closeHours`. */
export const CLOSES = 'coalesce(m.closes_at, m.starts_at - make_interval(hours => ?::int))'

/** Returns the number of hours before the start at which an open moment closes for the current company. */
export async function closeHours(trx?: TransactionClientContract): Promise<number> {
  // Without a company (across companies, or on the platform's public site) the default applies.
  if (!((currentScopeCompany() ?? 0) > 0)) return DEFAULT_CLOSE_HOURS
  return (await (trx ? settingsOf(examsSettings, trx) : settingsOf(examsSettings))).close_hours
}

/** @throws AppError 409 moment_closed */
export async function assertOpen(
  trx: TransactionClientContract,
  { starts_at: startsAt, closes_at: closesAt }: { starts_at: Date; closes_at: Date | null },
): Promise<void> {
  const closes = closesAt?.getTime() ?? startsAt.getTime() - (await closeHours(trx)) * 3_600_000
  if (closes <= Date.now()) throw conflict('moment_closed')
}

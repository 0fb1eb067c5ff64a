import { DateTime } from 'luxon'
import { zone } from '#core/kit/days'
import type { CertificateStatus } from '../../contract/index.js'

/** The calendar day in the company's time zone, `yyyy-mm-dd`: validity is counted in days there. */
export function dayOf(moment: DateTime = DateTime.now()): string {
  return moment.setZone(zone()).toISODate()!
}

/** Revoked takes precedence over expired, because a visitor must know it. Valid through its last day. Pure. */
export function statusOf(
  { revokedAt, validUntil }: { revokedAt: DateTime | null; validUntil: DateTime | null },
  today: string = dayOf(),
): CertificateStatus {
  if (revokedAt) return 'revoked'
  return validUntil && validUntil.toISODate()! < today ? 'expired' : 'valid'
}

/**
 * The last day of a certificate: the same day some months later, or the
 * month's last when it has no such day (31 January + 1 month = 28 February).
 * @param months null: no end
 */
export function lastDayOf(passedAt: DateTime, months: number | null): DateTime | null {
  return months === null ? null : passedAt.setZone(zone()).startOf('day').plus({ months })
}

/** The year in the certificate number. */
export function yearOf(passedAt: DateTime): number {
  return passedAt.setZone(zone()).year
}

import { DateTime } from 'luxon'
import { describe, expect, it } from 'vitest'
import { certificateNumber } from '../server/services/certificate_number.js'
import { dayOf, lastDayOf, statusOf, yearOf } from '../server/services/certificate_status.js'

const day = (text: string) => DateTime.fromISO(text)

describe('statusOf', () => {
  it('is valid without an end', () => {
    expect(statusOf({ revokedAt: null, validUntil: null }, '2026-11-20')).toBe('valid')
  })
  it('is valid through its last day and expired the day after', () => {
    const certificate = { revokedAt: null, validUntil: day('2026-11-20') }
    expect(statusOf(certificate, '2026-11-20')).toBe('valid')
    expect(statusOf(certificate, '2026-11-21')).toBe('expired')
  })
  it('is revoked, whether or not it has expired', () => {
    expect(statusOf({ revokedAt: day('2026-01-01'), validUntil: day('2020-01-01') }, '2026-11-20')).toBe('revoked')
  })
})

describe('days and years are those of the Netherlands', () => {
  it('has the next day there an hour before midnight in UTC', () => {
    const moment = DateTime.fromISO('2026-12-31T23:30:00Z')
    expect(dayOf(moment)).toBe('2027-01-01')
    expect(yearOf(moment)).toBe(2027)
  })
})

describe('lastDayOf', () => {
  it('is null without an end', () => expect(lastDayOf(DateTime.now(), null)).toBeNull())
  it('is the same day months later', () => {
    expect(lastDayOf(DateTime.fromISO('2026-03-15T10:00:00Z'), 24)!.toISODate()).toBe('2028-03-15')
  })
  it('is the last day of a month that has no such day', () => {
    expect(lastDayOf(DateTime.fromISO('2027-01-31T10:00:00Z'), 1)!.toISODate()).toBe('2027-02-28')
  })
})

describe('certificateNumber', () => {
  it('is the abbreviation, the year and six digits', () => expect(certificateNumber('NWO', 2026, 123)).toBe('NWO-2026-000123'))
  it('uses only letters and digits of a name', () => {
    expect(certificateNumber('Bouwmeester & Zn.', 2026, 1)).toBe('BOUWMEES-2026-000001')
    expect(certificateNumber('é-x', 2026, 1)).toBe('EX-2026-000001')
    expect(certificateNumber('…', 2026, 1)).toBe('C-2026-000001')
  })
  it('grows past a million', () => expect(certificateNumber('A', 2026, 1_234_567)).toBe('A-2026-1234567'))
})

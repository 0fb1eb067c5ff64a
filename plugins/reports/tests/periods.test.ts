import { DateTime } from 'luxon'
import { describe, expect, it } from 'vitest'
import { spanBefore, spanOf } from '../server/query/periods.js'
import { nextAt } from '#core/kit/days'

const at = (text: string) => DateTime.fromISO(text, { zone: 'Europe/Amsterdam' })
const days = ({ since, until }: ReturnType<typeof spanOf>) => [since?.toISODate() ?? null, until?.toISODate() ?? null]

describe('a period', () => {
  const now = at('2026-11-22T00:30')
  it.each([
    [{ kind: 'last', days: 1 }, '2026-11-22', '2026-11-23'],
    [{ kind: 'last', days: 30 }, '2026-10-24', '2026-11-23'],
    [{ kind: 'next', days: 7 }, '2026-11-22', '2026-11-29'],
    [{ kind: 'this', unit: 'week' }, '2026-11-16', '2026-11-23'],
    [{ kind: 'previous', unit: 'month' }, '2026-10-01', '2026-11-01'],
    [{ kind: 'this', unit: 'quarter' }, '2026-10-01', '2027-01-01'],
    [{ kind: 'between', from: '2026-01-01', to: '2026-01-31' }, '2026-01-01', '2026-02-01'],
    [{ kind: 'between', to: '2026-01-31' }, null, '2026-02-01'],
  ] as const)('%o is whole days on the clocks of people', (period, since, until) => {
    expect(days(spanOf({ column: 'x', ...period }, now))).toEqual([since, until])
  })

  it('has the same number of days before it, also across a clock change', () => {
    const march = spanOf({ column: 'x', kind: 'last', days: 7 }, at('2026-04-01T12:00'))
    expect(days(march)).toEqual(['2026-03-26', '2026-04-02'])
    expect(days(spanBefore(march)!)).toEqual(['2026-03-19', '2026-03-26'])
    expect(spanBefore({ since: null, until: now })).toBeNull()
  })
})

describe('a schedule', () => {
  it.each([
    [{ every: 'day', hour: 7 }, '2026-11-22T06:59', '2026-11-22T07:00'],
    [{ every: 'day', hour: 7 }, '2026-11-22T07:00', '2026-11-23T07:00'],
    [{ every: 'week', on: 1, hour: 7 }, '2026-11-22T12:00', '2026-11-23T07:00'],
    [{ every: 'week', on: 7, hour: 9 }, '2026-11-22T09:30', '2026-11-29T09:00'],
    [{ every: 'month', on: 28, hour: 0 }, '2026-11-28T00:00', '2026-12-28T00:00'],
    [{ every: 'month', on: 1, hour: 23 }, '2026-12-31T23:30', '2027-01-01T23:00'],
    // Daylight saving time ends on 25 October 2026: seven in the morning stays seven.
    [{ every: 'day', hour: 7 }, '2026-10-24T08:00', '2026-10-25T07:00'],
  ] as const)('%o after %s is at %s', (schedule, after, next) => {
    expect(nextAt(schedule, at(after)).toISO()).toBe(at(next).toISO())
  })
})

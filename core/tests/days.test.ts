import { DateTime } from 'luxon'
import { describe, expect, it } from 'vitest'
import vine from '#core/http/validation'
import { orUniqueError } from '#core/kit/database'
import { addDays, ageOn, day, daysBetween, endOf, isDay, today } from '#core/kit/days'

describe('a day', () => {
  it('is valid only when it exists and is written in full', () => {
    for (const good of ['2026-01-31', '2024-02-29', '0001-01-01', '9999-12-31']) expect(isDay(good), good).toBe(true)
    for (const bad of [
      '2026-02-29',
      '2026-13-01',
      '2026-00-10',
      '2026-1-1',
      '0000-01-01',
      '2026-01-31T00:00',
      '31-01-2026',
      '',
      20260131,
      null,
    ])
      expect(isDay(bad), String(bad)).toBe(false)
  })

  it('is today in the platform’s time zone, not in London’s', () => {
    expect(today(DateTime.fromISO('2026-06-30T22:30:00Z'))).toBe('2026-07-01')
    expect(today(DateTime.fromISO('2026-12-31T22:59:59Z'))).toBe('2026-12-31')
    expect(today(DateTime.fromISO('2026-12-31T23:00:00Z'))).toBe('2027-01-01')
  })

  it('is counted correctly across a clock change and a leap day', () => {
    expect(addDays('2026-03-28', 1)).toBe('2026-03-29')
    expect(addDays('2026-03-28', 2)).toBe('2026-03-30')
    expect(daysBetween('2026-03-28', '2026-03-30')).toBe(2)
    expect(daysBetween('2026-10-26', '2026-10-24')).toBe(-2)
    expect(daysBetween('2024-02-28', '2024-03-01')).toBe(2)
    expect(addDays('2026-01-01', -1)).toBe('2025-12-31')
  })

  it('has a year of four digits, whatever is added to it', () => {
    expect(addDays('9999-12-30', 1)).toBe('9999-12-31')
    for (const days of [1, 3650, 1e6]) expect(addDays('9999-12-31', days), String(days)).toBe('9999-12-31')
    for (const days of [-1, -3650, -1e6]) expect(addDays('0001-01-01', days), String(days)).toBe('0001-01-01')
  })

  it('ends at midnight in Amsterdam, also on days of 23 and 25 hours', () => {
    expect(endOf('2026-03-29').toUTC().toISO()).toBe('2026-03-29T21:59:59.999Z')
    expect(endOf('2026-10-25').toUTC().toISO()).toBe('2026-10-25T22:59:59.999Z')
  })

  it('makes a person a year older on their birthday and not before', () => {
    expect(ageOn('1990-06-15', '2026-06-14')).toBe(35)
    expect(ageOn('1990-06-15', '2026-06-15')).toBe(36)
    expect(ageOn('2008-02-29', '2026-02-28')).toBe(17)
    expect(ageOn('2008-02-29', '2026-03-01')).toBe(18)
    expect(ageOn('2008-02-29', '2028-02-29')).toBe(20)
    expect(ageOn('2008-03-01', '2024-02-29')).toBe(15)
  })
})

describe('the validator of a day', () => {
  const refusal = async (limits: Parameters<typeof day>[0], value: unknown) =>
    vine
      .create({ born: day(limits) })
      .validate({ born: value })
      .then(
        () => null,
        (error: { messages: { field: string; rule: string; meta?: object }[] }) => error.messages.map(({ rule, meta }) => ({ rule, meta })),
      )

  it('accepts a day as text only', async () => {
    expect(await vine.create({ born: day() }).validate({ born: '2026-01-31' })).toEqual({ born: '2026-01-31' })
    expect(await refusal({}, '31-01-2026')).toEqual([{ rule: 'day', meta: undefined }])
    expect(await refusal({}, '2026-02-30')).toEqual([{ rule: 'day', meta: undefined }])
    expect(await refusal({}, { toString: 0 })).toMatchObject([{ rule: 'string' }])
  })

  it('reports its limit', async () => {
    expect(await refusal({ min: '2026-01-01' }, '2025-12-31')).toEqual([{ rule: 'day_min', meta: { day: '2026-01-01' } }])
    expect(await refusal({ max: '2026-01-01' }, '2026-01-02')).toEqual([{ rule: 'day_max', meta: { day: '2026-01-01' } }])
    expect(await refusal({ min: '2026-01-01', max: '2026-01-01' }, '2026-01-01')).toBeNull()
  })

  it('evaluates a moving limit on every call, because the process lives longer than a day', async () => {
    let limit = '2026-01-01'
    const validator = vine.create({ born: day({ max: () => limit }) })
    await expect(validator.validate({ born: '2026-01-02' })).rejects.toThrow()
    limit = '2026-01-02'
    expect(await validator.validate({ born: '2026-01-02' })).toEqual({ born: '2026-01-02' })
  })
})

describe('orTaken', () => {
  const failing = (error: object) =>
    orUniqueError({ things_name_unique: 'name' }, () => Promise.reject(Object.assign(new Error('x'), error)))

  it('reports on the field that its value is taken', async () => {
    await expect(failing({ code: '23505', constraint: 'things_name_unique' })).rejects.toMatchObject({
      status: 422,
      details: { errors: [{ field: 'name', rule: 'unique' }] },
    })
  })

  it('passes every other failure and every result through unchanged', async () => {
    for (const other of [{ code: '23505', constraint: 'things_number_unique' }, { code: '23503', constraint: 'things_name_unique' }, {}])
      await expect(failing(other)).rejects.toMatchObject({ message: 'x' })
    expect(await orUniqueError({}, async () => 5)).toBe(5)
  })
})

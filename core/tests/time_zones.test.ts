import { DateTime } from 'luxon'
import { beforeAll, describe, expect, it } from 'vitest'
import { cacheZone } from '#core/i18n/zone'
import { TIME_ZONES } from '#core/i18n/zones'
import { dayOf, endOf, today, zone } from '#core/kit/days'
import { daysCondition } from '#core/lists/day_filter'
import { inCompany } from '#core/tenancy/scope'
import { type TestApp, signInAs, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'

// A company's days follow its own time zone: around midnight, and in the nights in which the clocks change.

let app: TestApp
let db: typeof import('@adonisjs/lucid/services/db').default
let supervisor: TestClient
let admin: TestClient

beforeAll(async () => {
  app = await testApp()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
  supervisor = await signInAs('beheerder@noordwind.example')
  admin = await signInAs('admin@platform.example')
})

/** Runs in a new company with a time zone. */
async function there<T>(name: string, fn: () => T): Promise<T> {
  const company = 987_654_321
  cacheZone(company, name)
  try {
    return await inCompany(company, fn)
  } finally {
    cacheZone(company, null)
  }
}
const at = (text: string) => DateTime.fromISO(text)

describe('a day', () => {
  it('supports every time zone that can be selected', () => {
    for (const name of TIME_ZONES) expect([name, DateTime.now().setZone(name).isValid]).toEqual([name, true])
  })

  it.each([
    ['America/Curacao', '2026-07-01T03:59:59Z', '2026-06-30'],
    ['America/Curacao', '2026-07-01T04:00:00Z', '2026-07-01'],
    ['Asia/Tokyo', '2026-12-31T14:59:59Z', '2026-12-31'],
    ['Asia/Tokyo', '2026-12-31T15:00:00Z', '2027-01-01'],
    // The night in which an hour is skipped in New York, and the one in which it is repeated.
    ['America/New_York', '2026-03-08T04:59:59Z', '2026-03-07'],
    ['America/New_York', '2026-03-08T05:00:00Z', '2026-03-08'],
    ['America/New_York', '2026-03-09T03:59:59Z', '2026-03-08'],
    ['America/New_York', '2026-03-09T04:00:00Z', '2026-03-09'],
    ['America/New_York', '2026-11-02T04:59:59Z', '2026-11-01'],
    ['America/New_York', '2026-11-02T05:00:00Z', '2026-11-02'],
  ])('begins at midnight in %s: %s is %s', async (name, moment, day) => {
    expect(await there(name, () => [today(at(moment)), dayOf(at(moment).toMillis())])).toEqual([day, day])
  })

  it('ends there, also on days of 23 and 25 hours, and a certificate has that date', async () => {
    const ends = (name: string, day: string) => there(name, () => endOf(day).toUTC().toISO())
    expect(await ends('America/New_York', '2026-03-08')).toBe('2026-03-09T03:59:59.999Z')
    expect(await ends('America/New_York', '2026-11-01')).toBe('2026-11-02T04:59:59.999Z')
    expect(await ends('Australia/Sydney', '2026-10-04')).toBe('2026-10-04T12:59:59.999Z')
    expect(await there('Pacific/Auckland', zone)).toBe('Pacific/Auckland')
    // No other company's day moved.
    expect(await inCompany(1, zone)).toBe('Europe/Amsterdam')
  })

  it('is used by a filter over moments', async () => {
    const bounds = async (name: string, day: string) => {
      const { sql, values } = await there(name, () => daysCondition(`${day}..${day}`, 't.at', 'moment'))
      const inside = async (moment: string) =>
        (
          await app.asSystem(() =>
            db.rawQuery(`select ${sql} as inside from (select ?::timestamptz as at) t`, [...values, moment] as string[]),
          )
        ).rows[0].inside as boolean
      return inside
    }
    const spring = await bounds('America/New_York', '2026-03-08')
    expect([await spring('2026-03-08T05:00:00Z'), await spring('2026-03-09T03:59:59Z')]).toEqual([true, true])
    expect([await spring('2026-03-08T04:59:59Z'), await spring('2026-03-09T04:00:00Z')]).toEqual([false, false])
  })
})

describe('the setting', () => {
  const choose = async (time_zone: string) => {
    const { updated_at } = (await supervisor.get('/api/companies/0')).body.data
    return supervisor.patch('/api/companies/0', { updated_at, settings: { core: { time_zone } } })
  }

  it('changes the days of the company at once, and of nobody else', async () => {
    expect((await choose('Mars/Olympus')).status).toBe(422)
    const definition = {
      ...{ source: 'people.people', columns: ['name'], match: 'all', filters: [], period: null },
      ...{ people: {}, company: null, group: null, chart: null, sort: null },
    }
    const plan = { name: 'Bij de koffie', shared: false, definition }
    const made = await supervisor.post('/api/reports/reports', plan)
    expect(made.status).toBe(201)
    const path = `/api/reports/reports/${made.body.data.id}`
    await supervisor.put(`${path}/schedule`, { every: 'day', hour: 7, format: 'csv' })

    expect((await choose('Asia/Tokyo')).status).toBe(200)
    await app.settle()
    expect(await app.inCompany('noordwind', async () => zone())).toBe('Asia/Tokyo')
    expect(await app.inCompany('bouwmeester', async () => zone())).toBe('Europe/Amsterdam')
    const next = DateTime.fromISO((await supervisor.get(path)).body.data.next_at)
    expect([next.setZone('Asia/Tokyo').hour, next > DateTime.now()]).toEqual([7, true])

    // A person who joined at half past midnight in Tokyo joined on that day there, and on the day before here.
    const member = await app.asSystem(async () => {
      const row = await db.from('core_memberships').where('email', 'leerling@noordwind.example').firstOrFail()
      await db.from('core_memberships').where('id', row.id).update({ created_at: '2026-02-09T15:30:00Z' })
      return row.id as number
    })
    const on = async (client: TestClient, day: string) =>
      ((await client.get(`/api/people/participants?per_page=100&registration_date=${day}..${day}`)).body.data as { id: number }[]).some(
        ({ id }) => id === member,
      )
    expect([await on(supervisor, '2026-02-10'), await on(supervisor, '2026-02-09')]).toEqual([true, false])
    expect([await on(admin, '2026-02-10'), await on(admin, '2026-02-09')]).toEqual([false, true])
    const page = await fetch(`${app.url}/login/noordwind`).then((answer) => answer.text())
    expect(page).toContain('"timeZone":"Asia/Tokyo"')
    expect((await choose('Europe/Amsterdam')).status).toBe(200)
    expect(await app.inCompany('noordwind', async () => zone())).toBe('Europe/Amsterdam')
  })
})

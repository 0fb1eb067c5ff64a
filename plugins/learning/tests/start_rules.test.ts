import { DateTime } from 'luxon'
import { beforeEach, describe, expect, it } from 'vitest'
import { type TestApp, signInAs, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'
import { participationIn, participations } from './journey.js'

const EMAIL = 'leerling@bouwmeester.example'
let app: TestApp
let client: TestClient
let course: number

const query = async <T>(sql: string, values: (string | number)[] = []) =>
  app.asSystem(async () => {
    const { default: db } = await import('@adonisjs/lucid/services/db')
    return (await db.rawQuery<{ rows: T[] }>(sql, values)).rows
  })
const birthdate = async () =>
  (await query<{ day: string | null }>('select birthdate::text as day from core_users where email = ?', [EMAIL]))[0]!.day
const choose = (body: Record<string, unknown>) => client.post(`${participations}/${course}/language`, { language: 'nl', ...body })
const shown = async () => (await client.get(`${participations}/${course}`)).body.data
const yearsAgo = (years: number, days = 0) => DateTime.now().setZone('Europe/Amsterdam').minus({ years }).plus({ days }).toISODate()!

describe('a course for adults', () => {
  beforeEach(async () => {
    app = await testApp()
    client = await signInAs(EMAIL)
    course = await participationIn(client, 'Introductie offshore wind')
    await query(`update learning_participations set language = null, status = 'registered', started_at = null where id = ?`, [course])
    await query('update core_users set birthdate = null where email = ?', [EMAIL])
  })

  it('requires the date of birth before it begins, and no other course does', async () => {
    expect((await shown()).asks_birthdate).toBe(true)
    const other = await participationIn(client, 'Werken op hoogte')
    expect((await client.get(`${participations}/${other}`)).body.data.asks_birthdate).toBe(false)
    const { status, body } = await choose({})
    expect(status).toBe(422)
    expect(body.errors).toEqual([{ field: 'birthdate', rule: 'required' }])
    expect((await shown()).language).toBeNull()
  })

  it('stores the date of an adult, also on their birthday itself', async () => {
    expect((await choose({ birthdate: yearsAgo(18) })).status).toBe(200)
    expect(await birthdate()).toBe(yearsAgo(18))
    expect(await shown()).toMatchObject({ asks_birthdate: false, language: 'nl' })
  })

  it('refuses a minor and stores nothing, so that a mistake can be corrected', async () => {
    expect((await choose({ birthdate: yearsAgo(18, 1) })).body).toMatchObject({ code: 'too_young', minimum_age: 18 })
    expect(await birthdate()).toBeNull()
    expect((await shown()).language).toBeNull()
  })

  it('uses the known date of birth, whatever else is given', async () => {
    await query('update core_users set birthdate = ? where email = ?', [yearsAgo(17), EMAIL])
    expect((await choose({ birthdate: '1970-01-01' })).body.code).toBe('too_young')
    expect(await birthdate()).toBe(yearsAgo(17))
  })

  it('only accepts a date', async () => {
    for (const birthdate of ['1899-12-31', yearsAgo(-1), '2000-13-01', '01-02-2000', 7])
      expect((await choose({ birthdate })).status).toBe(422)
  })
})

describe('a course that nobody began', () => {
  it('expires a year after it was assigned; choosing a language starts the access days', async () => {
    const [row] = await query<{ days: number }>(
      `select extract(epoch from expires_at - registered_at) / 86400 as days from learning_participations
        where language is null and status = 'registered' order by id desc limit 1`,
    )
    expect(Number(row!.days)).toBeCloseTo(365, 0)
    const { body } = await client.get(participations)
    const unstarted = body.data.find(({ status }: { status: string }) => status === 'registered')
    expect(unstarted.expires_in_days).toBeNull()
    await query(`update learning_participations set expires_at = now() + interval '9 days 1 hour' where id = ?`, [unstarted.id])
    expect((await client.get(`${participations}/${unstarted.id}`)).body.data.expires_in_days).toBe(10)
    await query(`update learning_participations set expires_at = now() - interval '1 minute' where id = ?`, [unstarted.id])
    expect((await client.post(`${participations}/${unstarted.id}/language`, { language: 'nl' })).body.code).toBe('participation_expired')
  })
})

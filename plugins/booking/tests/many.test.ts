import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signInAs, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'
import { superuserOfTest } from '#core/testing/superuser'

// More bookings than a list counts, on more pages than it reads: the estimate from a sample must agree with the exact count.

const BOOKINGS = 12_000
let superuser: pg.Client
let noordwind: TestClient
let bouwmeester: TestClient
let admin: TestClient
beforeAll(async () => {
  await testApp()
  superuser = await superuserOfTest()
  await superuser.query('set session_replication_role = replica')
  // Wide rows fill many pages. Every second row is of one course, one in forty of another, three rows of a third; one in four hundred has
  // failed.
  await superuser.query(
    `insert into booking_bookings
       (company_id, draft_id, number, type, status, course_id, course_name, people, lines, policy, net_cents, vat_cents, total_cents,
        payment_method, buyer, created_at)
     select c.id, -1000000 - n, 'V' || c.id || '-' || n, 'elearning', case when n % 400 = 0 then 'failed' else 'invoice' end, n,
            jsonb_build_object('nl', case when n % 4000 = 1 then 'Zeldzaamheid' when n % 40 = 1 then 'Weinigjes' when n % 2 = 0 then 'Veelvoudig' else 'Overige' end),
            1, to_jsonb((select string_agg(md5(n::text || k), '') from generate_series(1, 55) k)), '{}', 100, 21, 121, 'invoice', '{}',
            now() - n * interval '1 minute'
       from core_companies c, generate_series(1, $1::int) n where c.login_id = 'noordwind'`,
    [BOOKINGS],
  )
  await superuser.query('set session_replication_role = origin')
  await superuser.query('vacuum (analyze) booking_bookings')
  noordwind = await signInAs('beheerder@noordwind.example')
  bouwmeester = await signInAs('beheerder@bouwmeester.example')
  admin = await signInAs('admin@platform.example')
})
afterAll(() => superuser.end())

const ask = async (client: TestClient, query: string) => {
  const { status, body } = await client.get(`/api/booking/bookings?per_page=10&${query}`)
  expect(status).toBe(200)
  return body as { data: { course: unknown; number: string; status: string }[]; meta: { total: number; more?: true } }
}

describe('a list with more bookings than are counted', () => {
  it('spans more pages than are read', async () => {
    const { rows } = await superuser.query(`select relpages from pg_class where oid = 'booking_bookings'::regclass`)
    expect(rows[0].relpages).toBeGreaterThan(2000)
  })

  // The search and filter, the number of matching rows, and whether only a sample may say that there are too many to count.
  it.each([
    ['search=veelvoudig', 6000],
    ['search=veelvoudig&status=invoice', 5970],
    ['search=veelvoudig&status=failed', 30],
    ['search=veelvoudig&status=canceled', 0],
    ['search=weinigjes', 297],
    ['search=weinigjes&status=invoice', 297],
    ['search=zeldzaamheid', 3],
    ['search=veelvoudig+v', 6000],
    ['search=vv', 0],
  ])('%s: %i rows', async (query, rows) => {
    for (const client of [noordwind, admin]) {
      const { data, meta } = await ask(client, query)
      expect(meta).toMatchObject(rows > 2500 ? { total: 2500, more: true } : { total: rows })
      expect(data).toHaveLength(Math.min(10, rows))
    }
    expect((await ask(bouwmeester, query)).meta.total).toBe(0)
  })

  it('is sorted correctly whether it was sampled or counted', async () => {
    const numbers = async (query: string) => (await ask(noordwind, query)).data.map(({ number }) => Number(number.split('-')[1]))
    expect(await numbers('search=veelvoudig&status=invoice&sort=-created_at')).toEqual([2, 4, 6, 8, 10, 12, 14, 16, 18, 20])
    expect(await numbers('search=veelvoudig&status=failed&sort=created_at')).toEqual([
      12000, 11600, 11200, 10800, 10400, 10000, 9600, 9200, 8800, 8400,
    ])
  })
})

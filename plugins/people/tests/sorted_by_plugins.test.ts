import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, signInAs, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'
import { createParticipant } from '#core/testing/factories'

// Lists of people sorted by data of other plugins: when their access and their certificates end next.

const LIST = '/api/people/participants'
const ENDS = ['learning_next_end', 'certificates_next_end'] as const
const COLUMNS = `columns=${ENDS.join('%2C')}`
type End = (typeof ENDS)[number]
let app: TestApp
let db: typeof import('@adonisjs/lucid/services/db').default
let supervisor: TestClient
let admin: TestClient

const rowsOf = async (sql: string, values: unknown[] = []) =>
  (await app.asSystem(() => db.rawQuery(sql, values as never))).rows as Record<string, never>[]

/** The stored values of everybody, and the values computed from all of their rows. */
async function keptAndRead() {
  const all = async (table: string, ends: string) =>
    rowsOf(`
      select m.id::int, l.ends::text as kept, l.role || ' ' || l.state || ' ' || l.company_id as stands,
             m.role || ' ' || m.state || ' ' || m.company_id as is, (${ends})::text as ends
        from core_memberships m left join ${table} l on l.id = m.id order by m.id`)
  return [
    ...(await all(
      'learning_access_ends',
      `select min(p.expires_at) from learning_participations p where p.membership_id = m.id and p.current
          and p.status not in ('passed', 'failed', 'expired', 'no_show', 'cancelled') and p.expires_at > now()`,
    )),
    ...(await all(
      'certificates_next_ends',
      `select min(c.valid_until) from certificates_certificates c join core_companies o on o.id = c.company_id
        where c.membership_id = m.id and c.revoked_at is null and c.valid_until >= (now() at time zone o.time_zone)::date`,
    )),
  ]
}

async function same(): Promise<void> {
  const all = await keptAndRead()
  for (const { id, kept, stands, is, ends } of all) expect({ id, ends: kept, stands }).toEqual({ id, ends, stands: is })
}

/** A new person in a company, with courses and certificates that end in the given numbers of days. */
let made = 0
async function somebody(company: string, { access = [], certificates = [] }: { access?: number[]; certificates?: number[] } = {}) {
  return app.asSystem(async () => {
    made += 1
    const { companyId, ...member } = await createParticipant(company, { firstname: 'Einde', lastname: `Nadert ${made}` })
    const versions = await db.from('learning_course_versions').select('id', 'course_id').limit(access.length)
    const participations: number[] = []
    for (const [at, days] of access.entries()) {
      const [row] = await db
        .table('learning_participations')
        .insert({
          ...{ company_id: companyId, membership_id: member.id, course_id: versions[at].course_id, version_id: versions[at].id },
          expires_at: db.raw(`now() + interval '${days} days'`),
        })
        .returning('id')
      participations.push(Number(row.id))
    }
    const given: number[] = []
    for (const [at, days] of certificates.entries()) {
      const name = `${made}-${at}-${company}`
      const [row] = await db
        .table('certificates_certificates')
        .insert({
          ...{
            company_id: companyId,
            membership_id: member.id,
            participation_id: 990_000 + made * 10 + at,
            course_id: 1,
            course_version_id: 1,
          },
          ...{ number: name, token: name, language: 'nl', company_name: 'Noordwind', course_name: 'Iets', issued_at: new Date() },
          valid_until: db.raw(`current_date + ${days}`),
        })
        .returning('id')
      given.push(Number(row.id))
    }
    return { member: Number(member.id), companyId: Number(companyId), participations, certificates: given }
  })
}

const change = (table: string, id: number, set: Record<string, unknown>) => app.asSystem(() => db.from(table).where('id', id).update(set))
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)

interface Listed {
  id: number
  extra: Record<End, string | null>
}
const page = async (client: TestClient, query: string): Promise<Listed[]> => (await client.get(`${LIST}?${COLUMNS}&${query}`)).body.data
const shown = async (id: number) => (await page(supervisor, 'per_page=100&sort=-registration_date')).find((row) => row.id === id)!.extra

beforeAll(async () => {
  app = await testApp()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
  supervisor = await signInAs('beheerder@noordwind.example')
  admin = await signInAs('admin@platform.example')
  for (const days of [40, 10, 90]) await somebody('noordwind', { access: [days, days + 5], certificates: [days * 3, days * 2] })
  for (const days of [20, 70]) await somebody('bouwmeester', { access: [days], certificates: [days] })
})

describe('the stored values', () => {
  it('equal the values computed from all rows', async () => {
    await same()
    expect((await keptAndRead()).filter(({ kept }) => kept).length).toBeGreaterThan(8)
  })

  it('follow courses that are given, postponed, left, passed, taken again and removed', async () => {
    const { participations, certificates } = await somebody('noordwind', { access: [3, 30], certificates: [4, 300] })
    const [first, second] = participations as [number, number]
    const [near] = certificates as [number]
    for (const set of [
      { expires_at: inDays(60) },
      { expires_at: null },
      { expires_at: inDays(2) },
      { status: 'passed' },
      { status: 'busy' },
      { current: false },
      { current: true },
      { status: 'expired', expires_at: inDays(-1) },
    ]) {
      await change('learning_participations', first, set)
      await same()
    }
    await app.asSystem(() => db.from('learning_participations').where('id', second).delete())
    await same()
    for (const set of [{ revoked_at: new Date() }, { revoked_at: null }, { valid_until: null }, { membership_id: null }]) {
      await change('certificates_certificates', near, set)
      await same()
    }
  })

  it('follow people who are deactivated, get another role, are merged, or leave', async () => {
    const one = await somebody('noordwind', { access: [12], certificates: [12] })
    const other = await somebody('noordwind', { access: [6], certificates: [6] })
    for (const set of [{ status: 'inactive' }, { status: 'active' }, { role: 'beheerder' }, { role: 'leerling' }]) {
      await change('core_memberships', one.member, set)
      await same()
    }
    const version = await app.asSystem(() => db.from('learning_course_versions').select('id', 'course_id').offset(3).firstOrFail())
    await change('learning_participations', other.participations[0]!, { course_id: version.course_id, version_id: version.id })
    await change('learning_participations', other.participations[0]!, { membership_id: one.member })
    await change('certificates_certificates', other.certificates[0]!, { membership_id: one.member })
    await same()
    await app.asSystem(() => db.from('core_memberships').where('id', other.member).delete())
    await same()
    for (const table of ['learning_access_ends', 'certificates_next_ends'])
      expect(await rowsOf(`select from ${table} where id = ?`, [other.member])).toHaveLength(0)
  })

  it('include two concurrent changes, without one waiting for the other to finish', async () => {
    const { member, companyId, participations } = await somebody('noordwind', { access: [50, 60] })
    await app.asSystem(async () => {
      const [one, other] = [await db.transaction(), await db.transaction()]
      await one
        .from('learning_participations')
        .where('id', participations[0]!)
        .update({ expires_at: inDays(8) })
      // If the first held a lock until it is done, this would wait for ever.
      await other
        .from('learning_participations')
        .where('id', participations[1]!)
        .update({ expires_at: inDays(7) })
      await other.from('learning_access_ends').where('id', member).select('ends')
      await Promise.all([one.commit(), other.commit()])
    })
    await same()
    expect(companyId).toBeGreaterThan(0)
  })

  it('are updated as time passes when somebody reads the list or its column', async () => {
    const late = await somebody('noordwind', { access: [25], certificates: [25] })
    // As if it was stored when the end was still in the future.
    const passes = () =>
      app.asSystem(async () => {
        await db
          .from('learning_access_ends')
          .where('id', late.member)
          .update({ ends: inDays(-1) })
        await db
          .from('certificates_next_ends')
          .where('id', late.member)
          .update({ ends: inDays(-3) })
      })
    const [day] = await rowsOf(`select (now() + interval '25 days')::date::text as on, (current_date + 25)::text as day`)
    await passes()
    expect((await shown(late.member)).certificates_next_end).toBe(day!.day)
    await same()
    for (const sort of ENDS) {
      await passes()
      const first = (await supervisor.get(`${LIST}?sort=${sort}&per_page=10`)).body.data[0] as Listed
      expect(first.id).not.toBe(late.member)
      const left = await rowsOf(`select id from ${sort === 'learning_next_end' ? 'learning_access_ends' : 'certificates_next_ends'}
        where ends < current_date - 1 and company_id = ${late.companyId}`)
      expect(left).toHaveLength(0)
    }
    await supervisor.get(`${LIST}?${COLUMNS}`)
    await same()
  })

  it('use the time zone of each company', async () => {
    const { member, certificates } = await somebody('noordwind', { certificates: [5] })
    const lives = (zone: string) => app.asSystem(() => db.from('core_companies').where('login_id', 'noordwind').update({ time_zone: zone }))
    // In the time zone where the day ends last it is still today; where it begins first it was yesterday.
    const [west] = await rowsOf(`select (now() at time zone 'Etc/GMT+12')::date::text as today`)
    try {
      await lives('Etc/GMT+12')
      await change('certificates_certificates', certificates[0]!, { valid_until: west!.today })
      expect((await shown(member)).certificates_next_end).toBe(west!.today)
      await lives('Pacific/Kiritimati')
      expect((await shown(member)).certificates_next_end).toBeNull()
    } finally {
      await lives('Europe/Amsterdam')
      await change('certificates_certificates', certificates[0]!, { valid_until: null })
    }
  })

  it('are deleted with their company, and isolated between companies', async () => {
    const { member } = await somebody('bouwmeester', { access: [9] })
    await app.inCompany('noordwind', async () => {
      for (const table of ['learning_access_ends', 'certificates_next_ends']) {
        expect(await db.from(table).where('id', member)).toHaveLength(0)
        expect(Number(await db.from(table).where('id', member).update({ ends: null }))).toBe(0)
      }
    })
  })
})

describe.each(ENDS)('sorted by %s', (column) => {
  it('is offered, also in a view and when the column is hidden', async () => {
    const { columns } = (await supervisor.get(`${LIST}/view`)).body.data
    expect(columns.find(({ key }: { key: string }) => key === column)).toMatchObject({ sortable: true, visible: true })
    expect((await supervisor.get(`${LIST}?sort=-${column}`)).status).toBe(200)
    const saved = { list: 'people.participants', name: `Op ${column}`, filter: `sort=-${column}`, shared: false }
    expect((await supervisor.post('/api/core/list_views', saved)).status).toBe(201)
    const other = await signInAs('beheerder@bouwmeester.example')
    await app.withoutPlugin('bouwmeester', column.split('_')[0]!, async () => {
      expect(JSON.stringify((await other.get(`${LIST}/view`)).body)).not.toContain(column)
      expect((await other.get(`${LIST}?sort=${column}`)).status).toBe(422)
    })
    expect((await supervisor.get(`${LIST}?sort=learning_open`)).status).toBe(422)
  })

  it.each(['', '&role=leerling&status=active,inactive', '&registration_date=last30', '&search=example', '&search=einde'])(
    'puts everybody in line, who has none last, page by page and from row to row: %s',
    async (also) => {
      for (const client of [supervisor, admin]) {
        const { total } = (await client.get(`${LIST}?per_page=10${also}`)).body.meta
        for (const sort of [column, `-${column}`]) {
          const whole = await page(client, `per_page=100&sort=${sort}${also}`)
          expect(whole).toHaveLength(total)
          const ends = whole.map(({ extra }) => extra[column])
          const known = ends.filter((end) => end !== null)
          expect(known.length).toBeGreaterThan(0)
          expect(known).toEqual([...known].sort((a, b) => (sort === column ? 1 : -1) * (Date.parse(a) - Date.parse(b))))
          expect(ends.slice(known.length).every((end) => end === null)).toBe(true)
          const ids = whole.map(({ id }) => id)
          const pages: number[] = []
          const byKey: number[] = []
          for (let at = 1; pages.length < total; at += 1) {
            pages.push(...(await page(client, `per_page=10&page=${at}&sort=${sort}${also}`)).map(({ id }) => id))
            const after = byKey.length ? `&after=${byKey.at(-1)}` : ''
            byKey.push(...(await page(client, `per_page=10&page=${at}&sort=${sort}${also}${after}`)).map(({ id }) => id))
          }
          expect(pages).toEqual(ids)
          expect(byKey).toEqual(ids)
          if (also.includes('search')) continue
          const edge = Math.min(known.length + 2, ids.length - 1)
          const before = await page(client, `per_page=10&page=2&sort=${sort}${also}&before=${ids[edge]}`)
          expect(before.map(({ id }) => id)).toEqual(ids.slice(Math.max(edge - 10, 0), edge))
        }
      }
    },
  )

  it('applies to the file, also of selected rows', async () => {
    for (const sort of [column, `-${column}`]) {
      const whole = await page(supervisor, `per_page=100&sort=${sort}`)
      const lines = async (body: object) =>
        String((await supervisor.post(`${LIST}/export`, { format: 'csv', filter: `sort=${sort}&columns=${column}`, ...body })).body)
          .trim()
          .split(/\r?\n/)
          .slice(1)
      const people: { email: string | null; name: string }[] = (await supervisor.get(`${LIST}?per_page=100&sort=${sort}`)).body.data
      // A person without an address is found by their first name.
      const emails = people.map(({ email, name }) => email ?? name.split(' ')[0]!)
      const file = await lines({})
      expect(file.map((line) => emails.findIndex((email: string) => line.includes(email)))).toEqual(
        emails.map((_: string, at: number) => at),
      )
      const some = whole.slice(0, 3).map(({ id }) => id)
      expect(await lines({ ids: [...some].reverse() })).toEqual(file.slice(0, 3))
    }
  })

  it('needs one statement more than sorting by name, however many rows', async () => {
    const cost = (query: string) => app.countQueries(() => supervisor.get(`${LIST}?${query}`))
    expect(await cost(`per_page=10&sort=${column}`)).toBe((await cost('per_page=10&sort=name')) + 1)
    expect(await cost(`per_page=50&sort=${column}`)).toBe(await cost(`per_page=10&sort=${column}`))
  })
})

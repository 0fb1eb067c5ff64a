import { beforeAll, describe, expect, it } from 'vitest'
import { signInAs, testApp, type TestApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'

// A supervisor's view of the courses that their company uses.

let app: TestApp
let db: typeof import('@adonisjs/lucid/services/db').default
let supervisor: TestClient
beforeAll(async () => {
  app = await testApp()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
  await app.settle()
  supervisor = await signInAs('beheerder@noordwind.example')
})

interface Row {
  id: number
  name: string
  people: number
  passed: number
}
const rows = async (query = ''): Promise<Row[]> => (await supervisor.get(`/api/learning/used${query}`)).body.data

describe('the courses that a company uses', () => {
  it('are listed with the number of its active participants who have them and passed', async () => {
    const found = await rows('?per_page=50')
    const counted = await app.inCompany('noordwind', async () => {
      const counts = await db
        .from('learning_participations as p')
        .join('kit_members as m', 'm.id', 'p.membership_id')
        .where({ 'p.current': true, 'm.role': 'leerling', 'm.state': 'active' })
        .groupBy('p.course_id')
        .select('p.course_id', db.raw(`count(*)::int as people, (count(*) filter (where p.status = 'passed'))::int as passed`))
      return new Map(counts.map(({ course_id: id, people, passed }) => [id, [people, passed]]))
    })
    const offers = await app.inCompany('noordwind', () => db.from('learning_offers').count('* as n').first())
    expect(found).toHaveLength(Number(offers!.n))
    expect(found.some(({ people }) => people > 0)).toBe(true)
    for (const { id, people, passed } of found) expect([people, passed]).toEqual(counted.get(id) ?? [0, 0])
    expect(found.map(({ people }) => people)).toEqual([...found].map(({ people }) => people).sort((a, b) => b - a))
  })

  it('can be filtered to those in use, and are not available to admins and participants', async () => {
    expect((await rows('?used=true&per_page=50')).every(({ people }) => people > 0)).toBe(true)
    expect((await rows('?used=false&per_page=50')).every(({ people }) => people === 0)).toBe(true)
    for (const who of ['admin@platform.example', 'leerling@noordwind.example'])
      expect((await (await signInAs(who)).get('/api/learning/used')).status).toBe(403)
  })

  it('are in the menu of every supervisor, also when the company makes no courses', async () => {
    const other = await supervisor.get('/training/overzicht')
    expect([other.status, other.headers.get('location')]).toEqual([302, '/trainingen'])
    const html = (await supervisor.get('/trainingen')).body as string
    const bootstrap = JSON.parse(/<script[^>]*id="bootstrap"[^>]*>(.*?)<\/script>/s.exec(html)![1]!) as {
      nav: { page: string; needsFlag?: object }[]
    }
    expect(bootstrap.nav.find(({ page }) => page === 'learning.overview')).toMatchObject({ page: 'learning.overview' })
    expect(bootstrap.nav.find(({ page }) => page === 'learning.overview')!.needsFlag).toBeUndefined()
  })
})

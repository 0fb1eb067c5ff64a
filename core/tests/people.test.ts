import { describe, expect, it } from 'vitest'
import { signInAs, testApp } from '#core/testing/app'

const app = await testApp()

interface Choice {
  id: number
  name: string
  email: string
  company: string | null
}

async function choices(email: string, query: string): Promise<Choice[]> {
  const { status, body } = await (await signInAs(email)).get(`/api/core/people?${query}`)
  expect(status).toBe(200)
  return body.data
}

describe('selecting a person', () => {
  it('shows a supervisor one short page of the active people of their own company', async () => {
    const manager = await signInAs('beheerder@noordwind.example')
    const { body } = await manager.get('/api/core/people')
    expect(body.data.length).toBe(Math.min(20, body.meta.total))
    expect(body.meta.per_page).toBe(20)
    for (const { company } of body.data) expect(company).toBeNull()
    const ids = body.data.map(({ id }: Choice) => id)
    const rows = await app.asSystem(async () => {
      const { default: db } = await import('@adonisjs/lucid/services/db')
      return db
        .from('core_memberships as m')
        .join('core_companies as c', 'c.id', 'm.company_id')
        .whereIn('m.id', ids)
        .select('m.status', db.raw('c.login_id::text as login_id'))
    })
    expect(new Set(rows.map(({ status, login_id: company }) => `${status} ${company}`))).toEqual(new Set(['active noordwind']))
  })

  it('finds by name and address, and ignores case, accents and a typo', async () => {
    const people = await choices('beheerder@noordwind.example', 'role=leerling')
    const longWord = ({ name }: Choice) => name.split(' ').find((word) => word.length >= 8)
    const somebody = people.find(longWord)!
    const typo = longWord(somebody)!.replace(/^(.{3})./, '$1')
    for (const search of [somebody.name.toUpperCase(), somebody.email, typo.normalize('NFD').replace(/\p{M}/gu, '')]) {
      const found = await choices('beheerder@noordwind.example', `search=${encodeURIComponent(search)}`)
      expect(
        found.map(({ id }) => id),
        search,
      ).toContain(somebody.id)
    }
    expect(await choices('beheerder@noordwind.example', 'search=zzqqxxzz')).toEqual([])
  })

  it('filters on a role, and never finds another company’s people', async () => {
    const supervisors = await choices('beheerder@noordwind.example', 'role=beheerder')
    expect(supervisors.map(({ email }) => email)).toContain('beheerder@noordwind.example')
    expect(supervisors.map(({ email }) => email)).not.toContain('leerling@noordwind.example')
    expect((await choices('beheerder@noordwind.example', 'search=beheerder@bouwmeester.example')).map(({ email }) => email)).not.toContain(
      'beheerder@bouwmeester.example',
    )
  })

  it('shows an admin the company of each, and stays within a selected one', async () => {
    const found = await choices('admin@platform.example', 'search=beheerder&role=beheerder')
    expect(new Set(found.map(({ company }) => company)).size).toBeGreaterThan(1)
    const id = await app.asSystem(async () => {
      const { default: db } = await import('@adonisjs/lucid/services/db')
      return (await db.from('core_companies').where('login_id', 'bouwmeester').firstOrFail()).id as number
    })
    const own = await choices('admin@platform.example', `search=beheerder&company=${id}`)
    expect(own.map(({ email }) => email)).toContain('beheerder@bouwmeester.example')
    expect(new Set(own.map(({ company }) => company)).size).toBe(1)
  })

  it('is refused to participants, and refuses any other page size', async () => {
    const participant = await signInAs('leerling@noordwind.example')
    expect((await participant.get('/api/core/people')).status).toBe(403)
    const manager = await signInAs('beheerder@noordwind.example')
    const { body } = await manager.get('/api/core/people?per_page=100&status=inactive')
    expect(body.meta.per_page).toBe(20)
    expect((await manager.get('/api/core/people?role=admin')).status).toBe(422)
  })
})

describe('the command palette', () => {
  interface Group {
    name: string
    hits: { title: string; detail: string | null; path: string }[]
  }
  const find = async (email: string, text: string): Promise<Group[]> => {
    const { status, body } = await (await signInAs(email)).get(`/api/core/find?text=${encodeURIComponent(text)}`)
    expect(status).toBe(200)
    return body.data
  }
  const paths = (groups: Group[], name: string) => groups.find((group) => group.name === name)?.hits.map(({ path }) => path) ?? []

  it('finds a supervisor their own people, with a typo too, and nobody of another company', async () => {
    const [person] = await choices('beheerder@noordwind.example', 'search=tessa.vos')
    expect(paths(await find('beheerder@noordwind.example', 'Tesa'), 'people.participants')).toEqual([
      `/deelnemers/profiel?participant=${person!.id}`,
    ])
    expect(await find('beheerder@bouwmeester.example', 'Tessa Vos')).toEqual([])
  })

  it('finds a participant their own courses, and no person', async () => {
    const groups = await find('leerling@noordwind.example', 'tillen')
    expect(groups.map(({ name }) => name)).toEqual(['learning.own_trainings'])
    const [path] = paths(groups, 'learning.own_trainings')
    const id = /^\/deelnemer\/training\/(\d+)$/.exec(path!)![1]
    expect((await (await signInAs('leerling@noordwind.example')).get(`/api/learning/participations/${id}`)).status).toBe(200)
    expect((await (await signInAs('leerling@bouwmeester.example')).get(`/api/learning/participations/${id}`)).status).toBe(404)
    expect(await find('leerling@noordwind.example', 'Tessa')).toEqual([])
  })

  it('finds an admin companies, courses and people of all, which the audit log records', async () => {
    const groups = await find('admin@platform.example', 'noordwind')
    expect(groups.find(({ name }) => name === 'companies.companies')!.hits.map(({ title }) => title)).toEqual(['Noordwind'])
    expect(paths(await find('admin@platform.example', 'offshore'), 'learning.edited_courses').length).toBe(1)
    const reasons = await app.asSystem(async () => {
      const { default: db } = await import('@adonisjs/lucid/services/db')
      return db.from('core_audit_log').where('reason', 'like', '%.find').distinct('reason')
    })
    expect(reasons.map(({ reason }) => reason)).toContain('people.participants.find')
  })

  it('accepts two to a hundred letters', async () => {
    const person = await signInAs('beheerder@noordwind.example')
    for (const text of ['', 'a', ' a ', 'x'.repeat(101), 'a\0b']) {
      expect((await person.get(`/api/core/find?text=${encodeURIComponent(text)}`)).status, text).toBe(422)
    }
    expect((await person.get(`/api/core/find?text=${encodeURIComponent("%_\\'")}`)).status).toBe(200)
  })
})

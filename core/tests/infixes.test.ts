import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fullName, infixBeside } from '#core/contract/full_name'
import { type TestApp, signInAs, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'
import { createParticipant } from '#core/testing/factories'
import { superuserOfTest } from '#core/testing/superuser'

// A Dutch name has an infix ("van der") and is sorted by the name after it. One name is enough.

const PEOPLE = '/api/people/participants'
let app: TestApp
let db: typeof import('@adonisjs/lucid/services/db').default
let superuser: pg.Client
let supervisor: TestClient

beforeAll(async () => {
  app = await testApp()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
  superuser = await superuserOfTest()
  supervisor = await signInAs('beheerder@noordwind.example')
})
afterAll(() => superuser.end())

const list = async (query: string) => {
  const { body } = await supervisor.get(`${PEOPLE}?per_page=100&${query}`)
  return (body.data as { name: string }[]).map(({ name }) => name)
}
const person = (email: string, names: object) => ({
  ...{ email, birthdate: null, language: 'nl', role: 'leerling', invite: true, company: null },
  ...names,
})
const memberOf = (email: string) =>
  app.asSystem(() => db.from('core_memberships').where('email', email).select('id', 'firstname', 'infix', 'lastname').firstOrFail())
const mailTo = async (email: string) => {
  await app.settle()
  return app.asSystem(() => db.from('core_mail_outbox').where('to_email', email).select('to_name', 'text').firstOrFail())
}

const NAMES: [string | null, string | null, string | null, string][] = [
  ['José', 'van der', 'Müller', 'José van der Müller'],
  ['Jan', null, 'Bakker', 'Jan Bakker'],
  ['Zoë', 'd’', 'Ancona', 'Zoë d’Ancona'],
  ['Tim', "in 't", 'Veld', "Tim in 't Veld"],
  ['Prince', null, '', 'Prince'],
  ['', null, 'Madonna', 'Madonna'],
  ['', 'van', 'Dam', 'van Dam'],
  ['', 'd’', 'Ancona', 'd’Ancona'],
  [null, null, null, ''],
]

describe('a full name', () => {
  it.each(NAMES)('of %s, %s, %s is "%s", in code and in the database', async (firstname, infix, lastname, shown) => {
    expect(fullName({ firstname, infix, lastname })).toBe(shown)
    const { rows } = await superuser.query('select core_full_name($1, $2, $3) as name', [firstname, infix, lastname])
    expect(rows[0].name ?? '').toBe(shown)
  })

  it('has the infix once when a system also writes it in front of the last name', () => {
    expect(infixBeside('van der', 'Van der Berg')).toBeNull()
    expect(infixBeside('van', 'Vandenberg')).toBe('van')
  })
})

it('sorts by the name after the infix, then the first name, then the infix', async () => {
  const { rows } = await superuser.query(`
    select full_name as name from (values ('Anna', 'de', 'Vries'), ('Jan', null, 'Vries'), ('Jan', 'de', 'Vries'), ('Bo', null, 'de Vos'), ('Kim', null, 'Vink'),
      ('Zoë', null, 'Berg'), ('Anna', null, 'Berg Smit'), ('Vera', null, ''), ('Ab', null, 'De Wolf'), ('Cas', null, 'van ''t Hof'), ('Dirk', null, 'd''Hondt'),
      ('Eva', null, 'Vandenberg')) as n (f, i, l), core_full_name(f, i, l) full_name order by core_sort_name(f, i, l)`)
  expect(rows.map(({ name }) => name)).toEqual([
    ...['Zoë Berg', 'Anna Berg Smit', 'Ab De Wolf', "Cas van 't Hof", "Dirk d'Hondt", 'Eva Vandenberg', 'Vera', 'Kim Vink', 'Bo de Vos'],
    ...['Anna de Vries', 'Jan Vries', 'Jan de Vries'],
  ])
})

describe('a person with an infix', () => {
  const EMAIL = 'jose@infix.example'

  it('is added, listed under the name after the infix, and found by each part of the name', async () => {
    const { status } = await supervisor.post(PEOPLE, person(EMAIL, { firstname: 'José', infix: ' van der ', lastname: 'Müller' }))
    expect(status).toBe(201)
    expect(await memberOf(EMAIL)).toMatchObject({ firstname: 'José', infix: 'van der', lastname: 'Müller' })
    await createParticipant('noordwind', { firstname: 'Zeno', lastname: 'Mulder' })
    await createParticipant('noordwind', { firstname: 'Anton', lastname: 'Muys' })
    const all = await list('sort=name')
    const at = (name: string) => all.indexOf(name)
    expect(at('Zeno Mulder')).toBeGreaterThan(-1)
    expect(at('José van der Müller')).toBeGreaterThan(at('Zeno Mulder'))
    expect(at('Anton Muys')).toBeGreaterThan(at('José van der Müller'))
    expect(at('Gijs van Dam')).toBeLessThan(at('Zeno Mulder'))
    for (const typed of ['van der Müller', 'muller', 'José van der Müller', 'jose mull', 'mulller'])
      expect([typed, await list(`search=${encodeURIComponent(typed)}`)]).toEqual([typed, expect.arrayContaining(['José van der Müller'])])
    expect(await list('search=van%20der')).toContain('José van der Müller')
  })

  it('is changed in the profile; an omitted infix stays, an empty one is removed', async () => {
    const { id } = await memberOf(EMAIL)
    const { infix, ...details } = (await supervisor.get(`${PEOPLE}/${id}/profile`)).body.data.details
    expect(infix).toBe('van der')
    const kept = await supervisor.patch(`${PEOPLE}/${id}/details`, { ...details, firstname: 'Josef' })
    expect(kept.body.data.details).toMatchObject({ firstname: 'Josef', infix: 'van der', lastname: 'Müller' })
    const gone = await supervisor.patch(`${PEOPLE}/${id}/details`, { ...kept.body.data.details, infix: '' })
    expect(gone.body.data.details).toMatchObject({ firstname: 'Josef', infix: null, lastname: 'Müller' })
    expect(await list('search=josef')).toEqual(['Josef Müller'])
    const again = await supervisor.patch(`${PEOPLE}/${id}/details`, { ...gone.body.data.details, infix: 'von' })
    expect(again.status).toBe(200)
    expect(await list('search=josef%20von')).toEqual(['Josef von Müller'])
  })

  it('sees it in their own data and in their export', async () => {
    const own = await signInAs('leerling@noordwind.example')
    expect((await own.get('/user/identify')).body).toMatchObject({ firstname: 'Sanne', infix: 'de', lastname: 'Vries' })
    const { details } = (await own.get('/api/core/profile')).body.data
    expect(details).toMatchObject({ firstname: 'Sanne', infix: 'de', lastname: 'Vries' })
  })
})

describe('a single name', () => {
  it.each([
    ['prince@infix.example', { firstname: 'Prince', lastname: '' }, 'Prince'],
    ['madonna@infix.example', { firstname: '', lastname: 'Madonna' }, 'Madonna'],
    ['dam@infix.example', { firstname: '', infix: 'van', lastname: 'Dam' }, 'van Dam'],
  ])('is enough: %s', async (email, names, shown) => {
    expect((await supervisor.post(PEOPLE, person(email, names))).status).toBe(201)
    expect(await list(`search=${email}`)).toEqual([shown])
    const { to_name: called, text } = await mailTo(email)
    expect(called).toBe(shown)
    expect(text).toContain(`Beste ${shown},`)
  })

  it('is required', async () => {
    const { status, body } = await supervisor.post(PEOPLE, person('nobody@infix.example', { firstname: ' ', infix: 'van', lastname: '' }))
    expect(status).toBe(422)
    expect(body.errors).toEqual([
      { field: 'firstname', rule: 'firstname_mandatory' },
      { field: 'lastname', rule: 'lastname_mandatory' },
    ])
  })
})

describe('the demo', () => {
  it('has people with an infix, with one name, and with a Chinese and an Arabic name, who are found by it', async () => {
    const people: { firstname: string; infix: string | null; lastname: string }[] = await app.inCompany('noordwind', () =>
      db.from('kit_members').whereNot('email', 'like', '%@infix.example').select('firstname', 'infix', 'lastname'),
    )
    const others: typeof people = await app.inCompany('bouwmeester', () => db.from('kit_members').select('firstname', 'infix', 'lastname'))
    const all = [...people, ...others]
    const kinds: Record<string, (one: (typeof all)[number]) => boolean> = {
      infix: ({ infix }) => Boolean(infix),
      single: ({ firstname, lastname }) => /^\p{Script=Latin}+$/u.test(firstname) && lastname === '',
      chinese: ({ firstname }) => /^\p{Script=Han}+$/u.test(firstname),
      arabic: ({ firstname, lastname }) => /^\p{Script=Arabic}+$/u.test(firstname) && /^\p{Script=Arabic}+$/u.test(lastname),
    }
    const clients = { noordwind: supervisor, bouwmeester: await signInAs('beheerder@bouwmeester.example') }
    for (const [kind, isOne] of Object.entries(kinds)) {
      const one = all.find(isOne)
      expect(one, kind).toBeDefined()
      const client = people.includes(one!) ? clients.noordwind : clients.bouwmeester
      const { body } = await client.get(`${PEOPLE}?search=${encodeURIComponent(fullName(one!))}`)
      expect([kind, (body.data as { name: string }[]).map(({ name }) => name)]).toEqual([kind, [fullName(one!)]])
    }
  })
})

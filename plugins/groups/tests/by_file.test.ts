import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, signInAs, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'
import { createParticipant, type TestMember } from '#core/testing/factories'
import { untilBlocked } from '#core/testing/locks'

// Members of groups from a file: the import of people (plugin people) with the target `members`.

const IMPORTS = '/api/people/imports'
const TASKS = '/api/core/tasks'
let app: TestApp
let db: typeof import('@adonisjs/lucid/services/db').default
let supervisor: TestClient
let other: TestClient

beforeAll(async () => {
  app = await testApp()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
  await app.settle()
  supervisor = await signInAs('beheerder@noordwind.example')
  other = await signInAs('beheerder@bouwmeester.example')
})

let counter = 0
const person = (facts: { firstname?: string } = {}) => {
  counter += 1
  return createParticipant('noordwind', { email: `bestand${counter}@by-file.example`, firstname: 'Bestand', lastname: 'Lid', ...facts })
}
async function group(name = `Bestand ${(counter += 1)}`, body: object = {}): Promise<number> {
  const { status, body: answer } = await supervisor.post('/api/groups/groups', { kind: 'location', name, ...body })
  expect(status).toBe(201)
  return answer.data.id
}
const send = async (content: string | Uint8Array, { group: id, client = supervisor }: { group?: number; client?: TestClient } = {}) =>
  client.upload(`${IMPORTS}?name=leden.csv&target=members${id ? `&group=${id}` : ''}`, 'file', {
    name: 'leden.csv',
    type: 'text/csv',
    content,
  })
const read = async (content: string | Uint8Array, id?: number) => (await send(content, id ? { group: id } : {})).body.data
const problems = (data: { problems: { line: number; problems: string[] }[] }) => data.problems.map((one) => [one.line, one.problems.join()])
const mend = (id: number, line: number, column: number, text: string) => supervisor.patch(`${IMPORTS}/${id}/cell`, { line, column, text })
const make = (id: number, create: string | null) => supervisor.put(`${IMPORTS}/${id}/groups`, { create })
const shown = async (id: number) => (await supervisor.get(`${IMPORTS}/${id}`)).body.data
/** Runs the good lines. @returns the task */
async function run(id: number): Promise<number> {
  const { status, body } = await supervisor.post(`${IMPORTS}/${id}/run`, { invite: false, good_only: true })
  expect([status, body.code]).toEqual([202, undefined])
  await app.settle()
  return body.data.id
}
async function undo(task: number) {
  expect((await supervisor.post(`${TASKS}/${task}/undo`, {})).status).toBe(202)
  await app.settle()
}
const members = async (id: number) =>
  ((await supervisor.get(`/api/groups/members?group=${id}&per_page=100`)).body.data as { name: string; email: string; origin: string }[])
    .map(({ name, email, origin }) => [email, name, origin])
    .sort()
const line = (one: TestMember, ...more: string[]) => [one.email, ...more].join(';')

describe('a file for one group', () => {
  it('puts colleagues in the group, adds new people with an infix or one name, and is undone', async () => {
    const [colleague, before] = [await person({ firstname: 'Collega' }), await person()]
    const id = await group()
    await supervisor.post(`/api/groups/groups/${id}/members`, { members: [before.id] })
    const text = [
      'Ledenlijst;;;;',
      'E-mail;Roepnaam;Tussenvoegsel;Achternaam;Geboortedatum',
      `${colleague.email.toUpperCase()};;;;`,
      `${line(before)};Wat er ook staat;;;`,
      'jose@infix.by-file.example;José;van der;Müller;1 maart 1990',
      'sukarno@by-file.example;Sukarno;;;',
    ].join('\r\n')
    const windows = Uint8Array.from(text, (letter) => letter.charCodeAt(0))
    const data = await read(windows, id)
    expect(data).toMatchObject({ target: 'members', group: { id }, heading_line: 2, good: 4, bad: 0, known: 2 })
    const task = await run(data.id)
    expect(await members(id)).toEqual(
      [
        [colleague.email, 'Collega Lid', 'import'],
        [before.email, 'Bestand Lid', 'hand'],
        ['jose@infix.by-file.example', 'José van der Müller', 'import'],
        ['sukarno@by-file.example', 'Sukarno', 'import'],
      ].sort(),
    )
    expect(await shown(data.id)).toMatchObject({ state: 'done', added: 4, left: 0, refused: [] })
    await undo(task)
    // The new people are gone, the colleagues are still in the company.
    expect(await members(id)).toEqual([[before.email, 'Bestand Lid', 'hand']])
    const left = await app.asSystem(() => db.from('core_memberships').whereLike('email', '%by-file.example').select('email'))
    expect(left.map(({ email }) => email)).toEqual(expect.arrayContaining([colleague.email, before.email]))
    expect(left.map(({ email }) => email)).not.toContain('sukarno@by-file.example')
    expect(await shown(data.id)).toMatchObject({ state: 'undone', added: 0 })
  })

  it('refuses lines about nobody and about people of other companies, until they are corrected', async () => {
    const id = await group()
    const stranger = await createParticipant('bouwmeester', { email: 'vreemd@by-file.example' })
    const one = await person()
    const data = await read(
      ['E-mail;Voornaam', 'niemand@by-file.example;', line(stranger, 'Vreemd'), ';Naamloos', 'fout;Fout'].join('\n'),
      id,
    )
    expect(problems(data)).toEqual([
      [2, 'unknown_person'],
      [3, 'email_in_use'],
      [4, 'no_email'],
      [5, 'bad_email'],
    ])
    expect((await supervisor.get(`${IMPORTS}/${data.id}/refused`)).body).toContain(
      'vreemd@by-file.example;Vreemd;E-mailadres is al in gebruik',
    )
    expect((await mend(data.id, 2, 0, one.email)).body.data).toMatchObject({ good: 1, known: 1 })
    expect((await mend(data.id, 5, 0, 'goed@by-file.example')).body.data).toMatchObject({ good: 2, known: 1, bad: 2 })
    await run(data.id)
    expect((await members(id)).map(([email]) => email)).toEqual([one.email, 'goed@by-file.example'].sort())
  })

  it('recognises colleagues by personnel number, and refuses a number that is somebody else’s', async () => {
    const [one, two] = [await person(), await person()]
    await app.inCompany('noordwind', () =>
      db.table('people_work').multiInsert([
        { company_id: one.companyId, membership_id: one.id, personnel_number: 'BF-1' },
        { company_id: two.companyId, membership_id: two.id, personnel_number: 'BF-2' },
      ]),
    )
    const id = await group()
    const data = await read(
      ['Personeelsnummer;E-mail;Voornaam', 'bf-1;;', `BF-1;${two.email};`, `BF-2;nieuw.nummer@by-file.example;Nieuw`].join('\n'),
      id,
    )
    expect(problems(data)).toEqual([
      [3, 'number_in_use'],
      [4, 'number_in_use'],
    ])
    await run(data.id)
    expect((await members(id)).map(([email]) => email)).toEqual([one.email])
  })

  it('is refused for a group of another company, and is not shown to others', async () => {
    const id = await group()
    expect((await send('E-mail\na@by-file.example', { group: id, client: other })).status).toBe(404)
    const data = await read('E-mail;Voornaam\na@by-file.example;A', id)
    expect((await other.get(`${IMPORTS}/${data.id}`)).status).toBe(404)
    expect((await other.get(`${IMPORTS}/${data.id}/people`)).status).toBe(404)
    // It is not for a booking.
    expect((await supervisor.get(`${IMPORTS}/${data.id}/people`)).status).toBe(404)
  })

  it('says so when the group was deleted meanwhile', async () => {
    const id = await group()
    const data = await read(`E-mail\n${line(await person())}`, id)
    await supervisor.delete(`/api/groups/groups/${id}`)
    await run(data.id)
    expect(await shown(data.id)).toMatchObject({ state: 'done', refused: [{ code: 'unknown_group', count: 1 }] })
  })
})

describe('undoing members of a file', () => {
  it('leaves people whom somebody added again, and those whom the rule keeps', async () => {
    const [again, plain] = [await person(), await person()]
    const ruled = await createParticipant('noordwind', { email: 'geregeld@regel.by-file.example' })
    const conditions = [{ field: 'email_domain', op: 'is', value: 'regel.by-file.example' }]
    const id = await group('Geregeld', { rule: { match: 'all', conditions } })
    await app.settle()
    const task = await run((await read(['E-mail', line(again), line(plain), line(ruled)].join('\n'), id)).id)
    await supervisor.post(`/api/groups/groups/${id}/members`, { members: [again.id] })
    await undo(task)
    expect((await members(id)).map(([email, , origin]) => [email, origin])).toEqual([
      [again.email, 'import'],
      [ruled.email, 'rule'],
    ])
  })
})

describe('a file that names groups', () => {
  it('marks each wrong line, and puts the people of the good ones in their groups once', async () => {
    const [one, two] = [await person(), await person()]
    const id = await group('Café Énergie')
    const text = [
      'Naam;E-mail;Groep',
      `Een;${one.email.toUpperCase()};café énergie`,
      `Twee;${two.email};Café Énergie`,
      `Twee;${two.email};Café Énergie`,
      `;niemand@nergens.example;Café Énergie`,
      `=cmd|' /C calc'!A0;${one.email};=1+1`,
      ';;Café Énergie',
      `Een;${one.email};`,
      '',
    ].join('\r\n')
    const data = await read(text)
    expect(data).toMatchObject({ rows: 7, good: 2, bad: 5, known: 2 })
    expect(problems(data)).toEqual([
      [4, 'doubled'],
      [5, 'unknown_person'],
      [6, 'formula,group_name'],
      [7, 'no_email'],
      [8, 'no_group'],
    ])
    expect(await members(id)).toEqual([])
    await run(data.id)
    expect((await members(id)).map(([email, , origin]) => [email, origin])).toEqual([
      [one.email, 'import'],
      [two.email, 'import'],
    ])
    await run((await read(text)).id)
    expect((await members(id)).length).toBe(2)
  })

  it('creates missing groups on request, once, for people who exist or are added; a new person may be in two', async () => {
    const [one, two] = [await person(), await person()]
    const there = await group('Ploeg Zee')
    const text = [
      'email;voornaam;groep',
      `${one.email};;Ploeg Land`,
      `${two.email};;ploeg land`,
      `${one.email};;PLOEG ZEE`,
      'nieuw@ploeg.by-file.example;Nieuw;Ploeg Land',
      'nieuw@ploeg.by-file.example;Nieuw;Ploeg Zee',
      'niemand@nergens.example;;Ploeg Niemand',
    ].join('\n')
    const named = async () => {
      const { data } = (await supervisor.get('/api/groups/groups?search=ploeg')).body
      return data.map(({ name, kind, members: count }: Record<string, unknown>) => [name, kind, Number(count)])
    }
    const [first, second] = [await read(text), await read(text)]
    expect(first).toMatchObject({ good: 2, bad: 4, groups: { fresh: { count: 1, names: ['Ploeg Land'], too_many: false }, create: null } })
    for (const { id } of [first, second]) {
      expect((await make(id, 'department')).body.data).toMatchObject({ good: 5, known: 3, bad: 1 })
    }
    expect(await named()).toEqual([['Ploeg Zee', 'location', 0]])
    const task = await run(first.id)
    await run(second.id)
    expect(await named()).toEqual([
      ['Ploeg Land', 'department', 3],
      ['Ploeg Zee', 'location', 2],
    ])
    expect((await members(there)).map(([email]) => email)).toEqual([one.email, 'nieuw@ploeg.by-file.example'].sort())
    await undo(task)
    // The other file put the colleagues in again.
    expect(await shown(first.id)).toMatchObject({ state: 'undone' })
    expect((await members(there)).map(([email]) => email)).toEqual([one.email])
  })

  it('needs a column of groups, and reads the columns that are chosen', async () => {
    const one = await person()
    const id = await group('Aangewezen')
    const data = await read(`Bereikbaar;E-mail;Ploeg\n${one.email};prive@nergens.example;Aangewezen`)
    expect((await supervisor.post(`${IMPORTS}/${data.id}/run`, { invite: false, good_only: true })).status).not.toBe(202)
    const columns = { firstname: null, lastname: null, email: 0, birthdate: null, groups: 2 }
    expect((await supervisor.put(`${IMPORTS}/${data.id}/columns`, columns)).body.data).toMatchObject({ good: 1, known: 1, bad: 0 })
    // A file of members has no managers.
    expect((await supervisor.put(`${IMPORTS}/${data.id}/columns`, { ...columns, manager: 1 })).body.errors[0]).toMatchObject({
      field: 'manager',
      rule: 'range',
    })
    await run(data.id)
    expect((await members(id)).map(([email]) => email)).toEqual([one.email])
  })

  it('adds the others when one is being erased at the same time', async () => {
    const [stays, goes] = [await person(), await person()]
    const id = await group('Wisselend')
    const data = await read(['email;groep', line(stays, 'Wisselend'), line(goes, 'Wisselend')].join('\n'))
    let done: Promise<unknown> | undefined
    await app.asSystem(() =>
      db.transaction(async (trx) => {
        await trx.from('core_memberships').where('id', goes.id).delete()
        done = run(data.id)
        await untilBlocked(app, { orOver: done })
      }),
    )
    await done
    expect((await members(id)).map(([email]) => email)).toEqual([stays.email])
    expect(await shown(data.id)).toMatchObject({ state: 'done', bad: 1 })
  })
})

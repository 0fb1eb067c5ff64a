import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, signInAs, signInSupervisor, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'
import { createParticipant } from '#core/testing/factories'

// Groups, personnel numbers, functions and managers in a file of people.

const IMPORTS = '/api/people/imports'
const HEAD = 'Voornaam;Achternaam;E-mail;Personeelsnummer;Functie;Groepen;Leidinggevende'
let app: TestApp
let db: typeof import('@adonisjs/lucid/services/db').default
let supervisor: TestClient

beforeAll(async () => {
  app = await testApp()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
  supervisor = await signInAs('beheerder@noordwind.example')
})

const send = async (lines: string[], client = supervisor) => {
  const content = [HEAD, ...lines].join('\n')
  return (await client.upload(`${IMPORTS}?name=mensen.csv`, 'file', { name: 'mensen.csv', type: 'text/csv', content })).body.data
}
const problemsOf = (data: { problems: { line: number; problems: string[]; wrong: number[] }[] }) =>
  data.problems.map(({ line, problems, wrong }) => [line, problems.join(), wrong.toSorted()])
const run = (id: number, client = supervisor) => client.post(`${IMPORTS}/${id}/run`, { invite: false, good_only: true })
const make = (id: number, kind: string | null, client = supervisor) => client.put(`${IMPORTS}/${id}/groups`, { create: kind })
const mend = (id: number, line: number, column: number, text: string) => supervisor.patch(`${IMPORTS}/${id}/cell`, { line, column, text })
const here = <T>(work: () => PromiseLike<T>) => app.inCompany('noordwind', async () => await work())

/** The people of an import, with number, function, manager and groups. */
const placed = (importId: number) =>
  here(async () => {
    const { rows } = await db.rawQuery(
      `select m.email, w.personnel_number as number, w.job_title as job, b.email as manager,
              array(select g.name from groups_members gm join groups_groups g on g.id = gm.group_id where gm.membership_id = m.id order by g.name) as groups
         from people_import_rows r join kit_members m on m.id = r.membership_id
         left join people_work w on w.membership_id = m.id left join kit_members b on b.id = w.manager_id
        where r.import_id = ? order by r.line`,
      [importId],
    )
    return rows as { email: string; number: string; job: string; manager: string; groups: string[] }[]
  })
const groupNames = () => here(async () => (await db.from('groups_groups').orderBy('id').select('name')).map(({ name }) => name as string))

describe('a file of people with personnel data', () => {
  it('imports numbers, functions, managers and groups; creates groups only on request; and is undone completely', async () => {
    const before = await groupNames()
    const data = await send([
      // The manager is on a later line.
      'Ank;Een;ank@werk.example;W-01;Monteur;Ploeg Ank;W-03',
      'Bas;Twee;bas@werk.example;W-02;;ploeg ank; Nachtdienst;BEHEERDER@noordwind.example',
      'Cor;Drie;cor@werk.example;W-03;Voorman;;',
      'Dex;Vier;dex@werk.example;;;;bas@werk.example',
    ])
    // A semicolon separates columns here: the second group of line 3 lands in the manager column, and is nobody's name.
    expect(problemsOf(data).map(([line, problem]) => [line, problem])).toEqual([
      [2, 'unknown_group'],
      [3, 'unknown_group,unknown_manager'],
      [5, 'unknown_manager'],
    ])
    await supervisor.delete(`${IMPORTS}/${data.id}`)

    const quoted = await send([
      'Ank;Een;ank@werk.example;W-01;Monteur;Ploeg Ank;W-03',
      'Bas;Twee;bas@werk.example;W-02;;"ploeg ank; Nachtdienst";BEHEERDER@noordwind.example',
      'Cor;Drie;cor@werk.example;W-03;Voorman;;',
      'Dex;Vier;dex@werk.example;;;;bas@werk.example',
    ])
    expect(problemsOf(quoted)).toEqual([
      [2, 'unknown_group', [5]],
      [3, 'unknown_group', [5]],
      // Their manager's line is refused.
      [5, 'unknown_manager', [6]],
    ])
    expect(quoted.groups).toEqual({ on: true, fresh: { count: 2, names: ['Ploeg Ank', 'Nachtdienst'], too_many: false }, create: null })
    expect(await groupNames()).toEqual(before)
    expect((await make(quoted.id, 'department')).body.data).toMatchObject({ good: 4, bad: 0, groups: { create: 'department' } })
    expect((await make(quoted.id, null)).body.data).toMatchObject({ good: 1, bad: 3 })
    expect((await make(quoted.id, 'department')).body.data).toMatchObject({ good: 4, bad: 0 })
    expect(await groupNames(), 'nothing is made before').toEqual(before)

    const started = await run(quoted.id)
    expect(started.status).toBe(202)
    await app.settle()
    expect(await placed(quoted.id)).toEqual([
      { email: 'ank@werk.example', number: 'W-01', job: 'Monteur', manager: 'cor@werk.example', groups: ['Ploeg Ank'] },
      {
        email: 'bas@werk.example',
        number: 'W-02',
        job: null,
        manager: 'beheerder@noordwind.example',
        groups: ['Nachtdienst', 'Ploeg Ank'],
      },
      { email: 'cor@werk.example', number: 'W-03', job: 'Voorman', manager: null, groups: [] },
      { email: 'dex@werk.example', number: null, job: null, manager: 'bas@werk.example', groups: [] },
    ])
    const view = (await supervisor.get(`${IMPORTS}/${quoted.id}`)).body.data
    expect(view).toMatchObject({ state: 'done', left: 0, refused: [] })

    // Another person was added to one of the groups since, so that group stays.
    const { id: other } = await createParticipant('noordwind')
    await here(async () => {
      const { id, company_id } = await db.from('groups_groups').where('name', 'Nachtdienst').firstOrFail()
      await db.table('groups_members').insert({ company_id, group_id: id, membership_id: other, added: 'hand' })
    })
    expect((await supervisor.post(`/api/core/tasks/${started.body.data.id}/undo`)).status).toBeLessThan(300)
    await app.settle()
    expect(await placed(quoted.id)).toEqual([])
    expect(await here(async () => db.from('people_work').whereIn('personnel_number', ['W-01', 'W-02', 'W-03']))).toEqual([])
    expect((await groupNames()).sort()).toEqual([...before, 'Nachtdienst'].sort())
  })

  it('marks the cell of an unknown manager, number or group, to be corrected in place', async () => {
    await here(async () => {
      const { id, company_id } = await db.from('kit_members').where('email', 'leerling@noordwind.example').firstOrFail()
      await db.rawQuery(
        `insert into people_work (company_id, membership_id, personnel_number) values (?, ?, 'Bezet-1')
           on conflict (company_id, membership_id) do update set personnel_number = excluded.personnel_number`,
        [company_id, id],
      )
    })
    const data = await send([
      'A;Een;a@mend.example;bezet-1;;;',
      'B;Twee;b@mend.example;M-1;;;niemand@mend.example',
      'C;Drie;c@mend.example;m-1;;;',
      'D;Vier;d@mend.example;M-4;;;D@mend.example',
      `E;Vijf;e@mend.example;${'9'.repeat(51)};;=1+2;`,
      // A group of another company.
      'F;Zes;f@mend.example;;;;beheerder@bouwmeester.example',
    ])
    expect(problemsOf(data)).toEqual([
      [2, 'number_in_use', [3]],
      [3, 'unknown_manager', [6]],
      [4, 'number_doubled', [3]],
      [5, 'own_manager', [6]],
      [6, 'too_long,group_name', [3, 5]],
      [7, 'unknown_manager', [6]],
    ])
    await mend(data.id, 2, 3, 'M-0')
    await mend(data.id, 3, 6, 'BEZET-1')
    await mend(data.id, 4, 3, 'M-3')
    await mend(data.id, 5, 6, 'c@mend.example')
    await mend(data.id, 6, 3, 'M-6')
    expect((await mend(data.id, 6, 5, '')).body.data).toMatchObject({ good: 5, bad: 1 })
    const other = await signInAs('beheerder@bouwmeester.example')
    expect((await make(data.id, 'department', other)).status).toBe(404)
    expect((await make(data.id, 'nonsense')).status).toBe(422)
    await run(data.id)
    await app.settle()
    expect((await placed(data.id)).map(({ email, manager }) => [email, manager])).toEqual([
      ['a@mend.example', null],
      ['b@mend.example', 'leerling@noordwind.example'],
      ['c@mend.example', null],
      ['d@mend.example', 'c@mend.example'],
      ['e@mend.example', null],
    ])
  })

  it('may name missing groups on every line, also on the manager’s', async () => {
    const data = await send(['A;Een;a@all.example;;;Overal;b@all.example', 'B;Twee;b@all.example;;;Overal;a@all.example'])
    expect(data).toMatchObject({ good: 0, groups: { fresh: { count: 1, names: ['Overal'] } } })
    expect((await make(data.id, 'location')).body.data).toMatchObject({ good: 2, bad: 0 })
    const many = Array.from({ length: 501 }, (_, n) => `C;Drie;c${n}@all.example;;;Massa ${n};`)
    const massive = await send(many)
    expect(massive.groups.fresh).toMatchObject({ count: 501, too_many: true })
    expect((await make(massive.id, 'location')).body.errors).toMatchObject([{ field: 'create', rule: 'too_many_groups' }])
  })

  it('creates each number and group once for two concurrent imports', async () => {
    const lines = (who: string) => [1, 2, 3].map((nr) => `${who};Dubbel;${who}${nr}@twice.example;T-${nr};;Samen;`)
    const both = await Promise.all(['x', 'y'].map((who) => send(lines(who))))
    for (const { id } of both) await make(id, 'project')
    await Promise.all(both.map(({ id }) => run(id)))
    await app.settle()
    const rows = (await Promise.all(both.map(({ id }) => placed(id)))).flat()
    expect(rows.map(({ number }) => number).sort()).toEqual(['T-1', 'T-2', 'T-3'])
    expect(rows.every(({ groups }) => groups.join() === 'Samen')).toBe(true)
    const refused = await here(async () =>
      db
        .from('people_import_rows')
        .whereIn(
          'import_id',
          both.map(({ id }) => id),
        )
        .whereNotNull('problem')
        .select('problem'),
    )
    expect(refused).toEqual(Array.from({ length: 3 }, () => ({ problem: 'number_in_use' })))
    expect(await here(async () => db.from('groups_groups').where('name', 'Samen'))).toHaveLength(1)
  })

  it('resumes after a stop between adding people and setting their groups and managers', async () => {
    const data = await send(['G;Een;g@half.example;H-1;;Halverwege;h@half.example', 'H;Twee;h@half.example;H-2;;;'])
    await make(data.id, 'project')
    await run(data.id)
    await app.settle()
    // The state after the process is killed right after the people were added.
    await here(async () => {
      const of = (email: string) => db.from('kit_members').where('email', email).select('id')
      await db.from('groups_members').whereIn('membership_id', of('g@half.example')).delete()
      await db.from('groups_groups').where('name', 'Halverwege').delete()
      await db.from('people_work').whereIn('membership_id', of('g@half.example')).update({ manager_id: null })
      await db
        .from('people_import_rows')
        .where({ import_id: data.id, line: 2 })
        .update({ groups: JSON.stringify(['Halverwege']), manager: 'h@half.example' })
      await db.from('people_imports').where('id', data.id).update({ state: 'stopped' })
    })
    expect((await supervisor.get(`${IMPORTS}/${data.id}`)).body.data).toMatchObject({ state: 'stopped', left: 1 })
    expect((await run(data.id)).status).toBe(202)
    await app.settle()
    expect((await placed(data.id))[0]).toMatchObject({ manager: 'h@half.example', groups: ['Halverwege'] })
  })
})

describe('the personnel data of a person', () => {
  const work = (id: number, body: object, client = supervisor) => client.patch(`/api/people/participants/${id}/work`, body)
  const read = async (id: number) => (await supervisor.get(`/api/people/participants/${id}/profile`)).body.data.work

  it('is changed by a supervisor and seen by the person, in list and file; refuses a manager of another company', async () => {
    const one = await createParticipant('noordwind', { signsIn: true, firstname: 'Wim', lastname: 'Werk' })
    const two = await createParticipant('noordwind', { firstname: 'Ria', lastname: 'Baas' })
    const foreign = await createParticipant('bouwmeester')
    const empty = await read(one.id)
    expect(empty).toMatchObject({ personnel_number: null, job_title: null, manager: null })
    const sent = { personnel_number: 'P-77', job_title: 'Lasser', manager_id: two.id, updated_at: empty.updated_at }
    expect((await work(one.id, { ...sent, manager_id: foreign.id })).body.errors).toMatchObject([{ field: 'manager_id', rule: 'enum' }])
    expect((await work(one.id, { ...sent, manager_id: one.id })).body.errors).toMatchObject([{ field: 'manager_id', rule: 'own_manager' }])
    expect((await work(foreign.id, sent)).status).toBe(404)
    const saved = await work(one.id, sent)
    expect(saved.body.data).toMatchObject({ personnel_number: 'P-77', job_title: 'Lasser', manager: { id: two.id, name: 'Ria Baas' } })
    expect(await work(one.id, sent)).toMatchObject({ status: 409, body: { code: 'changed_meanwhile' } })
    const taken = await work(two.id, {
      personnel_number: 'p-77',
      job_title: null,
      manager_id: null,
      updated_at: (await read(two.id)).updated_at,
    })
    expect(taken.body.errors).toMatchObject([{ field: 'personnel_number' }])
    expect(taken.status).toBe(422)

    const list = (await supervisor.get('/api/people/participants?search=Wim+Werk')).body.data
    expect(list[0]).toMatchObject({ personnel_number: 'P-77', job_title: 'Lasser', manager: 'Ria Baas' })
    const client = await signInAs(one.email, undefined, 'noordwind')
    expect((await client.get('/api/people/own_work')).body.data).toMatchObject({ personnel_number: 'P-77', manager: { name: 'Ria Baas' } })
    const history = (await supervisor.get(`/api/people/participants/${one.id}/history`)).body.data
    expect(history[0]).toMatchObject({ action: 'member.work', text: 'Werkgegevens gewijzigd' })
  })

  it('clears a manager who is erased, and is deleted with the person', async () => {
    const boss = await createParticipant('noordwind')
    const one = await createParticipant('noordwind')
    const { updated_at } = await read(one.id)
    await work(one.id, { personnel_number: null, job_title: null, manager_id: boss.id, updated_at })
    const { exportPerson, erasePerson } = await import('#core/privacy/person')
    const exported = await exportPerson({ companyId: one.companyId, membershipId: one.id })
    expect((exported.people as { work: object }).work).toMatchObject({ manager: expect.stringContaining('Person') })
    await erasePerson({ companyId: boss.companyId, membershipId: boss.id }, null)
    expect(await read(one.id)).toMatchObject({ manager_id: null, manager: null })
    await erasePerson({ companyId: one.companyId, membershipId: one.id }, null)
    expect(await here(async () => db.from('people_work').where('membership_id', one.id))).toEqual([])
  })

  it('returns 404 to a supervisor of another company', async () => {
    const one = await createParticipant('noordwind')
    const other = await signInSupervisor('bouwmeester')
    expect((await other.get(`/api/people/participants/${one.id}/profile`)).status).toBe(404)
  })
})

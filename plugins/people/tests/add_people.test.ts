import { setTimeout as pause } from 'node:timers/promises'
import { writeXlsx } from 'hucre/xlsx'
import { beforeAll, describe, expect, it } from 'vitest'
import yazl from 'yazl'
import { type TestApp, signInAs, testApp } from '#core/testing/app'
import { dueIn } from '#core/testing/due_in'
import type { TestClient } from '#core/testing/client'
import { untilBlocked } from '#core/testing/locks'
import { superuserOfTest } from '#core/testing/superuser'

// Adding one person and many, and what a supervisor changes about an account.

const PEOPLE = '/api/people/participants'
const IMPORTS = '/api/people/imports'
let app: TestApp
let db: typeof import('@adonisjs/lucid/services/db').default
let supervisor: TestClient
let other: TestClient
let admin: TestClient

beforeAll(async () => {
  app = await testApp()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
  supervisor = await signInAs('beheerder@noordwind.example')
  other = await signInAs('beheerder@bouwmeester.example')
  admin = await signInAs('admin@platform.example')
})

const person = (more: object = {}) => ({
  ...{ firstname: 'Nieuwe', lastname: 'Mens', email: 'nieuw.mens@add.example', birthdate: '1990-02-28', language: 'nl', role: 'leerling' },
  ...{ invite: true, company: null },
  ...more,
})
const add = (client: TestClient, more: object = {}) => client.post(PEOPLE, person(more))
const memberOf = (email: string) => app.asSystem(() => db.from('core_memberships').where('email', email).first())
const rulesOf = ({ body }: { body: { errors?: { field: string; rule: string }[] } }) =>
  body.errors?.map(({ field, rule }) => `${field} ${rule}`)

async function ended(client: TestClient, id: number) {
  for (;;) {
    const { data } = (await client.get(`/api/core/tasks/${id}`)).body
    if (['done', 'failed', 'cancelled'].includes(data.state)) return data
    await app.settle()
    await pause(20)
  }
}

describe('adding one person', () => {
  it('gives a course and names it in the invitation; adds nobody when the course is refused', async () => {
    const [course] = (await supervisor.get('/api/learning/courses')).body.data as { id: number; name: string }[]
    const email = 'met.training@add.example'
    expect(rulesOf(await add(supervisor, { email, courses: [999_999_999] }))).toEqual(['courses unknown'])
    expect((await add(supervisor, { email, courses: [course!.id], role: 'examinator' })).status).toBe(409)
    expect(await memberOf(email)).toBeNull()
    const { status, body } = await add(supervisor, { email, courses: [course!.id], due_at: '2031-12-05', mandatory: true })
    expect(status).toBe(201)
    await app.settle()
    const given = await app.asSystem(() => db.from('learning_participations').where('membership_id', body.data.id))
    expect(given).toMatchObject([{ course_id: course!.id, status: 'registered', mandatory: true }])
    const mails = await app.asSystem(() => db.from('core_mail_outbox').where('membership_id', body.data.id))
    expect(mails).toMatchObject([{ trigger: 'core.mail.invitation' }])
    expect(mails[0].text).toContain(course!.name)
  })

  it('invites a person into the own company', async () => {
    const { status, body } = await add(supervisor)
    expect(status).toBe(201)
    expect(await memberOf('nieuw.mens@add.example')).toMatchObject({
      id: body.data.id,
      status: 'inactive',
      role: 'leerling',
      registration_type: 'invite',
    })
    await app.settle()
    const mail = await app.asSystem(() => db.from('core_mail_outbox').where('membership_id', body.data.id).first())
    expect(mail).toMatchObject({ trigger: 'core.mail.invitation' })
    expect((await other.get(`${PEOPLE}/${body.data.id}`)).status).toBe(404)
    // Not deactivated: not here yet.
    const listed = (await supervisor.get(`${PEOPLE}?search=nieuw.mens`)).body.data as { id: number }[]
    expect(listed.find(({ id }) => id === body.data.id)).toMatchObject({ status: 'inactive', invitation: 'open' })
    const { data: acts } = (await supervisor.get(`${PEOPLE}/${body.data.id}/history`)).body
    expect(acts).toMatchObject([{ action: 'member.added', by: 'Ruben Hofstra' }])
    expect((await other.get(`${PEOPLE}/${body.data.id}/history`)).status).toBe(404)
  })

  it('reports each error at its field (section 5)', async () => {
    expect(rulesOf(await add(supervisor, { firstname: '', lastname: ' ' }))).toEqual([
      'firstname firstname_mandatory',
      'lastname lastname_mandatory',
    ])
    expect(rulesOf(await add(supervisor, { email: 'geen adres' }))).toEqual(['email email'])
    expect(rulesOf(await add(supervisor, { email: 'a@add.example', birthdate: '2026-02-30' }))).toEqual(['birthdate day'])
    expect(rulesOf(await add(supervisor, { email: 'a@add.example', birthdate: '2999-01-01' }))).toEqual(['birthdate day_max'])
    expect(rulesOf(await add(admin, { email: 'a@add.example' }))).toEqual(['company company_mandatory'])
    // In this company, in another, and of the platform: typing an address must not reveal whether it has an account.
    for (const email of ['NIEUW.mens@add.example', 'leerling@bouwmeester.example', 'admin@platform.example'])
      expect(rulesOf(await add(supervisor, { email }))).toEqual(['email email_in_use'])
    expect((await add(supervisor, { email: 'b@add.example', role: 'admin' })).status).toBe(422)
  })

  it('lets an admin add to the company that they name, and a supervisor only to their own', async () => {
    const { id } = await app.asSystem(() => db.from('core_companies').where('login_id', 'bouwmeester').select('id').firstOrFail())
    expect((await add(admin, { email: 'van.admin@add.example', company: id, invite: false })).status).toBe(201)
    expect(await memberOf('van.admin@add.example')).toMatchObject({ company_id: id })
    expect((await add(supervisor, { email: 'c@add.example', company: id })).status).toBe(404)
    expect(await memberOf('c@add.example')).toBeNull()
  })
})

describe('adding many people', () => {
  const send = (content: string | Uint8Array, client = supervisor, query = '?name=mensen.csv') =>
    client.upload(`${IMPORTS}${query}`, 'file', { name: 'mensen.csv', type: 'text/csv', content })

  it('marks each bad line, adds the good ones on request, and can be undone for people who have not signed in', async () => {
    const text = [
      'Voornaam;Achternaam;E-mailadres;Geb. datum;Taal',
      'Zoë;Müller;zoe@import.example;1-3-1990;nl',
      'Bo;Één;BO@import.example;1991-12-31;Engels',
      'Cas;Drie;cas@import.example;05/06/1992;',
      'Cas;Weer;Cas@import.example;;',
      `=cmd|' /C calc'!A0;Vier;vier@import.example;;`,
      'Dag;Fout;dag@import.example;31-2-1990;',
      ';;zonder@import.example;;',
      'Geen;Adres;geen-adres;;',
      'Al;Daar;beheerder@noordwind.example;;',
      ';;beheerder@noordwind.example;32-1-1990;klingon',
    ].join('\r\n')
    // As Excel on Windows writes it.
    const windows = Uint8Array.from(text, (letter) => letter.charCodeAt(0))
    const { status, body } = await send(windows)
    expect(status).toBe(201)
    const { data } = body
    expect(data).toMatchObject({ rows: 10, good: 3, bad: 7, added: 0, state: 'checked', file: 'mensen.csv' })
    expect(data.problems.map(({ line, problems }: { line: number; problems: string[] }) => [line, problems.join()])).toEqual([
      ...[
        [5, 'doubled'],
        [6, 'formula'],
        [7, 'bad_birthdate'],
        [8, 'no_name'],
        [9, 'bad_email'],
        [10, 'email_in_use'],
        // All reasons at once, so that the file is fixed once.
        [11, 'no_name,bad_birthdate,bad_language,email_in_use'],
      ],
    ])
    expect(data.reasons).toContainEqual({ problem: 'email_in_use', count: 2 })
    expect(data.preview[0].cells).toEqual(['Zoë', 'Müller', 'zoe@import.example', '1-3-1990', 'nl'])
    expect(data.preview[0].birthdate).toBe('1990-03-01')
    expect((await other.get(`${IMPORTS}/${data.id}`)).status).toBe(404)
    const run = (good_only: boolean) => supervisor.post(`${IMPORTS}/${data.id}/run`, { invite: false, good_only })
    expect((await run(false)).body.code).toBe('has_bad_rows')
    expect(await memberOf('zoe@import.example')).toBeNull()

    const started = await run(true)
    expect(started.status).toBe(202)
    expect(await ended(supervisor, started.body.data.id)).toMatchObject({ state: 'done', done: 3, total: 3, undoable: true })
    expect((await run(true)).body.code).toBe('import_started')
    expect((await supervisor.get(`${IMPORTS}/${data.id}`)).body.data).toMatchObject({ state: 'done', added: 3, bad: 7 })
    const people = await app.asSystem(() =>
      db
        .from('core_users')
        .whereLike('email', '%@import.example')
        .orderBy('email')
        .select('email', 'language', db.raw('birthdate::text as birthdate')),
    )
    expect(people).toEqual([
      { email: 'bo@import.example', language: 'en', birthdate: '1991-12-31' },
      { email: 'cas@import.example', language: 'nl', birthdate: '1992-06-05' },
      { email: 'zoe@import.example', language: 'nl', birthdate: '1990-03-01' },
    ])
    await app.asSystem(() =>
      db.from('core_memberships').where('email', 'bo@import.example').update({ status: 'active', last_seen_at: new Date() }),
    )
    const undo = await supervisor.post(`/api/core/tasks/${started.body.data.id}/undo`, {})
    expect(undo.status).toBe(202)
    await ended(supervisor, undo.body.data.id)
    expect((await supervisor.get(`${IMPORTS}/${data.id}`)).body.data).toMatchObject({ state: 'undone', added: 1 })
    expect(await memberOf('zoe@import.example')).toBeNull()
    expect(await memberOf('bo@import.example')).not.toBeNull()
  })

  it('gives each person the courses that their own line names, by name or short name, and refuses a line with an unknown one', async () => {
    const [one, two] = (await supervisor.get('/api/learning/courses')).body.data as { id: number; name: string }[]
    const shortname = await app.asSystem(
      async () => (await db.from('learning_courses').where('id', two!.id).firstOrFail()).shortname as string,
    )
    const line = (name: string, course: string) => `Eigen;Cursus;${name}@own-course.example;${course}`
    const file = [
      'voornaam;achternaam;e-mailadres;Training',
      line('beide', `"${one!.name.toUpperCase()}; ${shortname}"`),
      line('geen', ''),
      line('onbekend', 'Bestaat niet'),
      line('hostile', '__proto__'),
    ].join('\n')
    const { body } = await send(file)
    expect(body.data).toMatchObject({ good: 2, bad: 2, columns: { course: 3 } })
    expect(body.data.problems.map((bad: { problems: string[]; wrong: number[] }) => [bad.problems, bad.wrong])).toEqual([
      [['unknown_course'], [3]],
      [['unknown_course'], [3]],
    ])
    const started = await supervisor.post(`${IMPORTS}/${body.data.id}/run`, { invite: true, good_only: true })
    expect(await ended(supervisor, started.body.data.id)).toMatchObject({ state: 'done', failed: 0 })
    await app.settle()
    const given = async (name: string) => {
      const member = await memberOf(`${name}@own-course.example`)
      const rows = await app.asSystem(() => db.from('learning_participations').where('membership_id', member.id).orderBy('course_id'))
      const mails = await app.asSystem(() => db.from('core_mail_outbox').where('membership_id', member.id))
      expect(mails, 'one mail').toMatchObject([{ trigger: 'core.mail.invitation' }])
      return { courses: rows.map((row: { course_id: number }) => row.course_id), text: mails[0].text as string }
    }
    const both = await given('beide')
    expect(both.courses).toEqual([one!.id, two!.id].sort((a, b) => a - b))
    for (const { name } of [one!, two!]) expect(both.text).toContain(`– ${name}`)
    expect((await given('geen')).courses).toEqual([])
    expect(await memberOf('onbekend@own-course.example')).toBeNull()
    expect((await supervisor.get(`${IMPORTS}/${body.data.id}`)).body.data).toMatchObject({ state: 'done', added: 2, left: 0, refused: [] })
  })

  it('gives everybody the courses of the import and names them in the one invitation', async () => {
    const courses = (await supervisor.get('/api/learning/courses')).body.data as { id: number; name: string }[]
    const people = ['een', 'twee', 'drie'].map((name) => `${name}@along.example`)
    const file = ['voornaam;achternaam;e-mailadres', ...people.map((email, at) => `Mee;Cursus ${at};${email}`)].join('\n')
    const { body } = await send(file)
    const run = (more: object) => supervisor.post(`${IMPORTS}/${body.data.id}/run`, { invite: true, good_only: false, ...more })
    expect(rulesOf(await run({ courses: [999_999_999] }))).toEqual(['courses unknown'])
    const started = await run({ courses: [courses[0]!.id], due_at: '2031-12-05' })
    expect(started.status).toBe(202)
    expect(await ended(supervisor, started.body.data.id)).toMatchObject({ state: 'done', failed: 0 })
    expect((await supervisor.get(`${IMPORTS}/${body.data.id}`)).body.data).toMatchObject({ state: 'done', added: 3, left: 0, refused: [] })
    await app.settle()
    for (const email of people) {
      const member = await memberOf(email)
      const given = await app.asSystem(() => db.from('learning_participations').where('membership_id', member.id))
      expect(given).toMatchObject([{ course_id: courses[0]!.id, status: 'registered', due_at: '2031-12-05', mandatory: true }])
      const mails = await app.asSystem(() => db.from('core_mail_outbox').where('membership_id', member.id))
      expect(mails, 'one mail').toMatchObject([{ trigger: 'core.mail.invitation' }])
      expect(mails[0].text).toContain(`– ${courses[0]!.name}: uiterlijk vrijdag 5 december (verplicht)`)
    }
  })

  it('gives the courses after an interruption between adding a person and giving their courses', async () => {
    const course = (await supervisor.get('/api/learning/courses')).body.data[0].id
    const { body } = await send('voornaam;achternaam;e-mailadres\nHalf;Weg;half@along.example')
    const of = () => db.from('people_import_rows').where('import_id', body.data.id)
    // The state after a process died right after it added the person.
    const { body: made } = await add(supervisor, { email: 'half@along.example', invite: false })
    await app.asSystem(async () => {
      await of().update({ membership_id: made.data.id, cells: null, given: false })
      const giving = JSON.stringify({ courses: [course], due_at: null, mandatory: true })
      await db.from('people_imports').where('id', body.data.id).update({ state: 'stopped', giving, begun_at: new Date() })
    })
    expect((await supervisor.get(`${IMPORTS}/${body.data.id}`)).body.data).toMatchObject({ state: 'stopped', left: 1 })
    const started = await supervisor.post(`${IMPORTS}/${body.data.id}/run`, { invite: true, good_only: false, courses: [course] })
    expect(await ended(supervisor, started.body.data.id)).toMatchObject({ state: 'done' })
    const given = await app.asSystem(() => db.from('learning_participations').where('membership_id', made.data.id))
    expect(given).toMatchObject([{ course_id: course }])
    await app.settle()
    const mails = await app.asSystem(() => db.from('core_mail_outbox').where('membership_id', made.data.id))
    expect(mails).toMatchObject([{ trigger: 'core.mail.invitation' }])
  })

  it('undoes all of several people with the same name, and removes the name with the last of them', async () => {
    const people = 24
    const line = (_: unknown, n: number) => `Zzgelijk${n % 3};van Zznaam;gelijk${n}@import.example`
    const { data } = (await send(['Voornaam;Achternaam;E-mailadres', ...Array.from({ length: people }, line)].join('\n'))).body
    const started = (await supervisor.post(`${IMPORTS}/${data.id}/run`, { invite: false, good_only: true })).body.data
    expect(await ended(supervisor, started.id)).toMatchObject({ state: 'done', done: people })
    const superuser = await superuserOfTest()
    try {
      const words = async () => (await superuser.query(`select word from core_name_words where word like 'zz%' order by 1`)).rows
      expect(await words()).toEqual(['zzgelijk0', 'zzgelijk1', 'zzgelijk2', 'zznaam'].map((word) => ({ word })))
      const undo = (await supervisor.post(`/api/core/tasks/${started.id}/undo`, {})).body.data
      expect(await ended(supervisor, undo.id)).toMatchObject({ state: 'done', done: people, failed: 0 })
      expect(await words()).toEqual([])
    } finally {
      await superuser.end()
    }
    expect((await supervisor.get(`${IMPORTS}/${data.id}`)).body.data).toMatchObject({ state: 'undone', added: 0 })
    expect(await app.asSystem(() => db.from('core_users').whereLike('email', 'gelijk%@import.example').first())).toBeNull()
  })

  it('a cancelled import is not running for ever: it can be started again or resumed, and what was added can be undone', async () => {
    const lines = ['Voornaam;Achternaam;E-mail', ...[1, 2, 3].map((n) => `Stop;Mens${n};stop${n}@import.example`)]
    const { data } = (await send(Buffer.from(lines.join('\n')))).body
    const stateOf = async () => (await supervisor.get(`${IMPORTS}/${data.id}`)).body.data
    const begin = async () => {
      // Removed from the queue: the test runs it itself.
      const { findPerson } = await import('#core/accounts/session_store')
      const member = await memberOf('beheerder@noordwind.example')
      const session = (await findPerson(member.user_id, member.id))!
      await app.inCompany('noordwind', () => db.from('people_imports').where('id', data.id).update({ state: 'running', invite: false }))
      const order = { id: data.id as number, company: member.company_id as number }
      const { company_id, user_id, id: membership_id } = member
      const row = { company_id, user_id, membership_id, name: 'people.import', payload: JSON.stringify(order) }
      const [task] = await app.inCompany('noordwind', () => db.table('core_tasks').insert(row).returning('id'))
      return { id: task.id as number, session, order }
    }
    const early = await begin()
    expect((await supervisor.post(`/api/core/tasks/${early.id}/cancel`)).body.data.state).toBe('cancelled')
    expect(await stateOf()).toMatchObject({ state: 'checked', added: 0, good: 3 })

    const { importTask } = await import('../server/services/import_task.js')
    const { TaskStopped } = await import('#core/tasks/task')
    const { notifyStopped } = await import('#core/tasks/task_store')
    const late = await begin()
    const half = {
      payload: late.order,
      session: late.session,
      keep: () => Promise.resolve(),
      progress: (done: number) => (done === 2 ? Promise.reject(new TaskStopped('cancelled')) : Promise.resolve()),
    }
    await expect(app.inCompany('noordwind', () => importTask.run(half as never))).rejects.toThrow('cancelled')
    const record = await app.asSystem(() => db.from('core_tasks').where('id', late.id).first())
    await notifyStopped(record)
    expect(await stateOf()).toMatchObject({ state: 'stopped', added: 2, good: 3 })
    // Repeating it changes nothing.
    await notifyStopped(record)
    expect((await stateOf()).state).toBe('stopped')
    // The task undoes it, but not while the other lines are being added.
    const over = { state: 'cancelled', done: 2, total: 3, finished_at: new Date() }
    await app.asSystem(() => db.from('core_tasks').where('id', late.id).update(over))
    const undo = () => supervisor.post(`/api/core/tasks/${late.id}/undo`, {})
    await app.inCompany('noordwind', () => db.from('people_imports').where('id', data.id).update({ state: 'running' }))
    expect((await undo()).body.code).toBe('import_running')
    await app.inCompany('noordwind', () => db.from('people_imports').where('id', data.id).update({ state: 'stopped' }))
    const { status, body } = await supervisor.post(`${IMPORTS}/${data.id}/run`, { invite: false, good_only: false })
    expect(status).toBe(202)
    expect(await ended(supervisor, body.data.id)).toMatchObject({ state: 'done', total: 1 })
    expect(await stateOf()).toMatchObject({ state: 'done', added: 3 })
    expect((await supervisor.post(`${IMPORTS}/${data.id}/run`, { invite: false, good_only: false })).status).toBe(409)
    const back = await undo()
    expect(back.status).toBe(202)
    expect(await ended(supervisor, back.body.data.id)).toMatchObject({ state: 'done' })
    expect(await stateOf()).toMatchObject({ state: 'undone', added: 0 })
    // Also undoes what the second task added.
    expect((await supervisor.post(`/api/core/tasks/${body.data.id}/undo`, {})).body.code).toBe('not_undoable')
    expect((await supervisor.delete(`${IMPORTS}/${data.id}`)).status).toBe(200)
  })

  it('does not delete a file while its people are being added, however old it is', async () => {
    const { data } = (await send('voornaam;achternaam;email\nOud;Bestand;oud@forget.example')).body
    const aged = (days: number) => {
      const at = new Date(Date.now() - days * 86_400_000 - 1000)
      return app.asSystem(() => db.from('people_imports').where('id', data.id).update({ created_at: at, begun_at: at }))
    }
    const { deleteOldImports } = await import('../server/services/import_service.js')
    await aged(1)
    const { body } = await supervisor.post(`${IMPORTS}/${data.id}/run`, { invite: false, good_only: false })
    await app.inCompany('noordwind', deleteOldImports)
    expect(await ended(supervisor, body.data.id)).toMatchObject({ state: 'done', total: 1 })
    expect(await memberOf('oud@forget.example')).not.toBeNull()
    await app.inCompany('noordwind', deleteOldImports)
    const undo = await supervisor.post(`/api/core/tasks/${body.data.id}/undo`, {})
    await ended(supervisor, undo.body.data.id)
    expect(await memberOf('oud@forget.example')).toBeNull()
    await aged(2)
    expect(await dueIn('people.forget_imports')).toEqual(['noordwind'])
    await app.inCompany('noordwind', deleteOldImports)
    expect(await dueIn('people.forget_imports')).toEqual([])
    expect((await supervisor.get(`${IMPORTS}/${data.id}`)).status).toBe(404)
    const unused = (await send('voornaam;achternaam;email\nOud;Bestand;oud@forget.example')).body.data
    await app.asSystem(() =>
      db
        .from('people_imports')
        .where('id', unused.id)
        .update({ created_at: new Date(Date.now() - 86_401_000) }),
    )
    await app.inCompany('noordwind', deleteOldImports)
    expect((await supervisor.get(`${IMPORTS}/${unused.id}`)).status).toBe(404)
  })

  it('reads a workbook, and columns that a person assigns', async () => {
    const rows = [
      ['Wie', 'Van', 'Bereikbaar', 'Geboren'],
      ['Els', 'Excel', 'els@xlsx.example', new Date('1988-07-09')],
    ]
    const book = await writeXlsx({ sheets: [{ name: 'Mensen', rows }] })
    const { data } = (await send(book)).body
    expect(data).toMatchObject({ rows: 1, good: 0, columns: { firstname: null, email: null, birthdate: 3 } })
    const columns = { firstname: 0, lastname: 1, email: 2, birthdate: 3, language: null }
    expect((await supervisor.put(`${IMPORTS}/${data.id}/columns`, columns)).body.data).toMatchObject({ good: 1, bad: 0 })
    expect((await supervisor.put(`${IMPORTS}/${data.id}/columns`, { ...columns, email: 9 })).status).toBe(422)
    const { body } = await supervisor.post(`${IMPORTS}/${data.id}/run`, { invite: true, good_only: false })
    await ended(supervisor, body.data.id)
    const made = await memberOf('els@xlsx.example')
    await app.settle()
    expect(await app.asSystem(() => db.from('core_mail_outbox').where('membership_id', made.id).first())).toMatchObject({
      trigger: 'core.mail.invitation',
    })
  })

  it('reads a cell literally: a property name is no language, and no character is cut in half', async () => {
    const line = (name: string, more: string) => `${name};Woord;${name.toLowerCase()}@woord.example;${more}`
    const text = ['voornaam;achternaam;email;taal;notitie', line('Een', 'constructor;'), line('Twee', '__proto__;')]
    // A long text is cut, here in the middle of its last character.
    const { status, body } = await send([...text, line('Drie', `nl;${'x'.repeat(999)}\u{1F600}`)].join('\n'))
    expect(status).toBe(201)
    expect(body.data).toMatchObject({ good: 1, bad: 2, reasons: [{ problem: 'bad_language', count: 2 }] })
    const run = await supervisor.post(`${IMPORTS}/${body.data.id}/run`, { invite: false, good_only: true })
    expect(await ended(supervisor, run.body.data.id)).toMatchObject({ state: 'done', done: 1 })
    expect(await memberOf('drie@woord.example')).not.toBeNull()
  })

  it('refuses a file that is no table, and one that would unpack to more than the limit', async () => {
    const rule = async (content: string | Uint8Array) => (await send(content)).body.errors?.[0]?.rule
    expect(await rule('')).toBe('empty_file')
    expect(await rule('voornaam;achternaam;email')).toBe('empty_file')
    expect(await rule(Uint8Array.from([0x50, 0x4b, 3, 4, 1, 2, 3]))).toBe('broken_file')
    expect(await rule(Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0, 0]))).toBe('old_excel')
    const zip = new yazl.ZipFile()
    zip.addBuffer(Buffer.alloc(160 * 1024 * 1024), 'xl/worksheets/sheet1.xml')
    zip.end()
    const chunks: Buffer[] = []
    for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer)
    expect(await rule(new Uint8Array(Buffer.concat(chunks)))).toBe('too_large')
    // A page of a personnel system that is named .xls.
    expect(await rule('<html><table><tr><td>Voornaam</td><td>E-mail</td></tr></table></html>')).toBe('broken_file')
    // One line of many that is far too wide.
    expect(await rule(`email,voornaam\n${'a@b.example,A\n'.repeat(1500)}${'q,'.repeat(200)}`)).toBe('too_many_columns')
    expect(rulesOf(await send('a;b\n1;2', admin))).toEqual(['company required'])
  })

  it('refuses a workbook that refers to one long text in a million cells', async () => {
    const long = 'y'.repeat(1000)
    const row = Array.from({ length: 60 }, () => long)
    const book = await writeXlsx({ sheets: [{ name: 'Mensen', rows: Array.from({ length: 1000 }, () => row) }] })
    expect(book.length).toBeLessThan(1024 * 1024)
    expect(rulesOf(await send(book))).toEqual(['file too_large'])
  })

  it('reads 50,000 lines and not one more', async () => {
    const file = (count: number) =>
      `email,voornaam,achternaam\n${Array.from({ length: count }, (_, n) => `p${n}@veel.example,P,N${n}`).join('\n')}`
    const { status, body } = await send(file(50_000))
    expect([status, body.data.good]).toEqual([201, 50_000])
    expect((await supervisor.delete(`${IMPORTS}/${body.data.id}`)).status).toBe(200)
    expect((await supervisor.get(`${IMPORTS}/${body.data.id}`)).status).toBe(404)
    expect(rulesOf(await send(file(50_001)))).toEqual(['file too_many_rows'])
  })
})

describe('a person who is only invited', () => {
  const states = async (id: number) => {
    const { data } = (await supervisor.get(`${PEOPLE}/${id}`)).body
    return [data.status, data.invitation]
  }
  const act = async (action: string, ids: readonly number[]) => {
    const { body } = await supervisor.post(`${PEOPLE}/act`, { action: `people.${action}`, ids })
    return ended(supervisor, body.data.id)
  }
  const takeBack = async (task: number) => {
    const { body } = await supervisor.post(`/api/core/tasks/${task}/undo`, {})
    return ended(supervisor, body.data.id)
  }

  it('cannot sign in once deactivated, until that is undone', async () => {
    const { data } = (await add(supervisor, { email: 'genodigd@add.example' })).body
    expect(await states(data.id)).toEqual(['inactive', 'open'])
    const task = await act('deactivate', [data.id])
    expect(task).toMatchObject({ state: 'done', done: 1, failed: 0, undoable: true })
    expect(await states(data.id)).toEqual(['inactive', 'withdrawn'])
    expect(await takeBack(task.id)).toMatchObject({ state: 'done', done: 1, failed: 0 })
    expect(await states(data.id)).toEqual(['inactive', 'open'])
  })

  it('stays deactivated when a colleague also did it, and keeps their status when they were invited again', async () => {
    const first: number = (await add(supervisor, { email: 'nogmaals1@add.example' })).body.data.id
    const second: number = (await add(supervisor, { email: 'nogmaals2@add.example' })).body.data.id
    const task = await act('deactivate', [first, second])
    expect(await act('deactivate', [first])).toMatchObject({ done: 1, failed: 0, undoable: false })
    await app.asSystem(() => db.from('core_memberships').where('id', second).update({ invitation_withdrawn_at: null }))
    expect(await takeBack(task.id)).toMatchObject({ done: 2, failed: 1 })
    expect([await states(first), await states(second)]).toEqual([
      ['inactive', 'withdrawn'],
      ['inactive', 'open'],
    ])
  })
})

describe('an account, for a supervisor', () => {
  it('refuses to deactivate the last supervisor, also for an admin', async () => {
    const last = await memberOf('beheerder@noordwind.example')
    const { body } = await admin.post(`${PEOPLE}/act`, { action: 'people.deactivate', ids: [last.id] })
    expect(await ended(admin, body.data.id)).toMatchObject({ state: 'done', failed: 1 })
    const { data } = (await admin.get(`/api/core/tasks/${body.data.id}/rows`)).body
    expect(data).toMatchObject([{ code: 'last_supervisor' }])
    expect(await memberOf('beheerder@noordwind.example')).toMatchObject({ status: 'active' })
  })

  const profile = async (id: number) => (await supervisor.get(`${PEOPLE}/${id}/profile`)).body.data

  it('changes role and rights with a conflict check, and never leaves a company without a supervisor', async () => {
    const { data } = (await add(supervisor, { email: 'rol@add.example', invite: false })).body
    const { access, known_entitlements: known } = await profile(data.id)
    expect(access).toMatchObject({ role: 'leerling', entitlements: [] })
    const save = (body: object, id = data.id, client = supervisor) => client.patch(`${PEOPLE}/${id}/access`, { ...access, ...body })
    expect((await save({ role: 'examinator', entitlements: known })).body.data).toMatchObject({ role: 'examinator', entitlements: known })
    const stale = await save({ role: 'proctor' })
    expect([stale.status, stale.body.code, stale.body.differs]).toEqual([409, 'changed_meanwhile', ['role', 'entitlements']])
    expect((await save({ entitlements: ['all_power'] })).status).toBe(422)
    expect((await save({}, data.id, other)).status).toBe(404)
    const me = await memberOf('beheerder@noordwind.example')
    const own = await profile(me.id)
    expect(own.is_self).toBe(true)
    expect((await save({ ...own.access, role: 'leerling' }, me.id)).body.code).toBe('own_membership')
    expect((await save({ ...own.access, entitlements: ['examinator_can_validate_attempts'] }, me.id)).body.code).toBe('own_membership')
    const version = (await admin.get(`${PEOPLE}/${me.id}/profile`)).body.data.access.updated_at
    expect((await admin.patch(`${PEOPLE}/${me.id}/access`, { role: 'leerling', entitlements: [], updated_at: version })).body.code).toBe(
      'last_supervisor',
    )
  })

  it('changes and removes accounts concurrently without a deadlock', async () => {
    const { holdCompanies } = await import('#core/companies/hold_companies')
    const { lockSupervisors } = await import('#core/people/lock_members')
    const { data } = (await add(supervisor, { email: 'tegelijk@add.example', invite: false })).body
    const { access, skills } = await profile(data.id)
    let saving: ReturnType<TestClient['patch']> | undefined
    await app.asSystem(() =>
      db.transaction(async (trx) => {
        // Takes the same lock as removing a person: the supervisors of the company.
        const { company_id: company } = await trx.from('core_memberships').where('id', data.id).firstOrFail()
        await lockSupervisors(trx, [company])
        saving = supervisor.patch(`${PEOPLE}/${data.id}/access`, { ...access, role: 'examinator' })
        await untilBlocked(app)
        await trx.rawQuery('select id from core_memberships where id = ? for update nowait', [data.id])
      }),
    )
    expect((await saving!).body.data).toMatchObject({ role: 'examinator' })
    // Saving a person also needs the company's row, for its events, and gets it while this transaction holds it.
    await app.asSystem(() =>
      db.transaction(async (trx) => {
        const { company_id: company } = await trx.from('core_memberships').where('id', data.id).firstOrFail()
        expect(await holdCompanies(trx, [company])).toEqual([{ status: 'active' }])
        const { skills: current } = await profile(data.id)
        const saved = await supervisor.patch(`${PEOPLE}/${data.id}/skills`, { ...skills, ...current, skillset: ['Hijsen'] })
        expect(saved.body.data.skills.skillset).toEqual(['Hijsen'])
      }),
    )
  })

  it('mails a code for a new password, and deletes the account with all its data', async () => {
    const participant = await memberOf('leerling@noordwind.example')
    expect((await supervisor.post(`${PEOPLE}/${participant.id}/password_reset`, {})).body).toMatchObject({ mail: 'sent' })
    await app.settle()
    expect(
      await app.asSystem(() =>
        db.from('core_mail_outbox').where({ membership_id: participant.id, trigger: 'core.mail.reset_code' }).first(),
      ),
    ).not.toBeNull()
    const { data } = (await add(supervisor, { email: 'weg@add.example', invite: false })).body
    expect((await supervisor.post(`${PEOPLE}/${data.id}/password_reset`, {})).body.code).toBe('no_password')
    expect((await other.delete(`${PEOPLE}/${data.id}`)).status).toBe(404)
    expect((await other.post(`${PEOPLE}/${participant.id}/password_reset`, {})).status).toBe(404)
    expect((await supervisor.delete(`${PEOPLE}/${data.id}`)).status).toBe(200)
    expect(await memberOf('weg@add.example')).toBeNull()
    expect(await app.asSystem(() => db.from('core_users').where('email', 'weg@add.example').first())).toBeNull()
    const me = await memberOf('beheerder@noordwind.example')
    expect((await supervisor.delete(`${PEOPLE}/${me.id}`)).body.code).toBe('own_membership')
    expect((await admin.delete(`${PEOPLE}/${me.id}`)).body.code).toBe('last_supervisor')
  })
})

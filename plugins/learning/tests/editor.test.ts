import { ZipFile } from 'yazl'
import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, signInAs, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'
import { participationIn, participations } from './journey.js'

const base = '/api/learning/editor/courses'
let app: TestApp
let admin: TestClient
let supervisor: TestClient
beforeAll(async () => {
  app = await testApp()
  admin = await signInAs('admin@platform.example')
  supervisor = await signInAs('beheerder@bouwmeester.example')
})
const database = async () => (await import('@adonisjs/lucid/services/db')).default
const query = async (sql: string, values: (string | number)[] = []) =>
  app.asSystem(async () => (await (await database()).rawQuery(sql, values)).rows as Record<string, never>[])

const idOf = async (client: TestClient, shortname: string): Promise<number> =>
  (await client.get(base)).body.data.find((course: { shortname: string }) => course.shortname === shortname).id
const draftOf = async (client: TestClient, id: number) => {
  expect((await client.post(`${base}/${id}/draft`)).status).toBe(200)
  return (await client.get(`${base}/${id}/draft`)).body.data
}
const save = (client: TestClient, id: number, kind: string, key: string, revision: number, content: unknown) =>
  client.put(`${base}/${id}/draft/parts`, { kind, key, revision, content })

describe('the draft of a course', () => {
  it('is created once and saved in parts, and gives the second of two editors a conflict', async () => {
    const id = await idOf(admin, 'tillen-en-dragen')
    const other = await signInAs('mini@platform.example')
    const [draft, same] = [await draftOf(admin, id), await draftOf(other, id)]
    expect(same).toEqual(draft)
    const [key, page] = Object.entries<{ type: string; title: object }>(draft.activities).find(([, { type }]) => type === 'richtext')!
    const saved = await save(admin, id, 'activity', key, draft.revisions[`activity:${key}`], {
      ...page,
      title: { ...page.title, nl: 'Nieuw' },
    })
    expect(saved.body.data).toMatchObject({ revision: 2 })
    const late = await save(other, id, 'activity', key, 1, { ...page, title: { ...page.title, nl: 'Anders' } })
    expect(late).toMatchObject({ status: 409, body: { code: 'changed_meanwhile', version: '2', differs: ['title'] } })
    expect(late.body.by).toMatch(/\w+ \w+/)
    expect(late.body.current.title.nl).toBe('Nieuw')
    // A person who edits another part gets no conflict.
    expect((await save(other, id, 'course', '', 1, { ...draft.course, price: 61 })).status).toBe(200)
    const { body } = await admin.get(`${base}/${id}/draft/check`)
    expect(body.data).toMatchObject({ mistakes: [], newest: 1, overtaken: false })
    expect(body.data.underway).toBeGreaterThan(0)
    expect(body.data.differences).toMatchObject({
      settings: [{ field: 'price', to: 61 }],
      steps: [{ change: 'changed', key }],
      questions: [],
      outline: false,
    })
  })

  it('is published as a new version: people in progress keep theirs, unchanged questions keep their row', async () => {
    const id = await idOf(admin, 'tillen-en-dragen')
    const learner = await signInAs('leerling@noordwind.example')
    const participation = await participationIn(learner, 'Toolbox tillen en dragen')
    const before = (await learner.get(`${participations}/${participation}`)).body.data
    const questions = await query('select count(*) as n from learning_questions where course_id = ?', [id])
    expect((await admin.post(`${base}/${id}/draft/publication`, { past: 7 })).body.code).toBe('newer_version')
    expect((await admin.post(`${base}/${id}/draft/publication`, { past: 1 })).body).toEqual({ data: { version: 2 } })
    expect(await query('select count(*) as n from learning_questions where course_id = ?', [id])).toEqual(questions)
    expect((await learner.get(`${participations}/${participation}`)).body.data).toEqual(before)
    expect((await admin.get(`${base}/${id}/draft`)).status).toBe(404)
    // People registered from now on get the new version.
    const [person] = await query(
      `select m.id from kit_members m join kit_companies c on c.id = m.company_id
        where c.login_id = 'noordwind' and m.role = 'leerling'
          and not exists (select 1 from learning_participations p where p.membership_id = m.id and p.course_id = ?) limit 1`,
      [id],
    )
    const { service } = await import('../server/services/learning_service.js')
    await app.inCompany('noordwind', () => service.register(Number(person!.id), id, 'assigned'))
    const [begunVersion] = await query(
      `select v.number from learning_participations p join learning_course_versions v on v.id = p.version_id
        where p.membership_id = ? and p.course_id = ?`,
      [Number(person!.id), id],
    )
    expect(begunVersion).toEqual({ number: 2 })
    const [version] = await query('select price, source from learning_course_versions where course_id = ? and number = 2', [id])
    expect(version).toMatchObject({ price: 61, source: { price: 61, shortname: 'tillen-en-dragen' } })
  })

  it('is not published with mistakes, and reports where they are', async () => {
    const id = await idOf(admin, 'werken-op-hoogte')
    const draft = await draftOf(admin, id)
    // A draft that was only opened does not count as work in progress.
    const shown = async () => (await admin.get(base)).body.data.find((one: { id: number }) => one.id === id).draft_changed_at
    expect(await shown()).toBeNull()
    await save(admin, id, 'course', '', 1, { ...draft.course, passedGrade: 101, name: { ...draft.course.name, en: '' } })
    expect(await shown()).not.toBeNull()
    const versions = () => query('select count(*) as n from learning_course_versions')
    const before = await versions()
    const refused = await admin.post(`${base}/${id}/draft/publication`, { past: 1 })
    expect(refused).toMatchObject({ status: 422, body: { code: 'course_has_mistakes' } })
    expect(refused.body.mistakes.map(({ kind, field, code }: Record<string, string>) => [kind, field, code])).toEqual([
      ['course', 'passedGrade', 'number_out_of_range'],
      ['course', 'name.en', 'text_empty'],
    ])
    expect(await versions()).toEqual(before)
    expect((await admin.delete(`${base}/${id}/draft`)).status).toBe(200)
    expect((await draftOf(admin, id)).course.passedGrade).not.toBe(101)
    await admin.delete(`${base}/${id}/draft`)
  })

  it('only accepts parts of the right shape', async () => {
    const id = await idOf(admin, 'werken-op-hoogte')
    const { outline } = await draftOf(admin, id)
    for (const [kind, key, content] of [
      ['outline', '', { modules: [{ key: 'Hoofdletter', title: {}, activities: [] }] }],
      ['outline', 'x', outline],
      ['activity', 'course', { type: 'richtext', title: {}, minutes: 1 }],
      ['activity', '../x', { type: 'richtext', title: {}, minutes: 1 }],
      ['activity', 'x', { type: 'game', title: {}, minutes: 1 }],
      ['activity', 'x', { type: 'richtext', title: { nl: 5 }, minutes: 1 }],
      ['question', 'toets', {}],
      ['picture', 'pictures/a.svg', {}],
    ] as const) {
      expect([kind, key, (await save(admin, id, kind, key, 0, content)).status]).toEqual([kind, key, 422])
    }
    await admin.delete(`${base}/${id}/draft`)
  })
})

describe('the edited courses', () => {
  it('are the platform’s for an admin, and the company’s own for a supervisor whose company allows it', async () => {
    const names = async (client: TestClient) => (await client.get(base)).body.data.map(({ shortname }: { shortname: string }) => shortname)
    expect(await names(admin)).toEqual(['offshore-introductie', 'sir-hogedruk', 'tillen-en-dragen', 'vca-basis', 'werken-op-hoogte'])
    // The demo of the gate added its instruction, and that of proctoring its exam; the demo's packages are a separate course.
    expect(await names(supervisor)).toEqual(['aan-de-poort', 'examen-op-afstand', 'veilig-starten', 'welkom-op-de-bouwplaats'])
    expect((await (await signInAs('beheerder@noordwind.example')).get(base)).status).toBe(404)
    const [platform, own] = [await idOf(admin, 'werken-op-hoogte'), await idOf(supervisor, 'welkom-op-de-bouwplaats')]
    for (const [client, id] of [
      [supervisor, platform],
      [admin, own],
    ] as const) {
      for (const call of [
        client.post(`${base}/${id}/draft`),
        client.get(`${base}/${id}/draft`),
        client.get(`${base}/${id}/archive`),
        save(client, id, 'outline', '', 1, { modules: [] }),
        client.post(`${base}/${id}/copies`, { shortname: 'kopie' }),
        client.delete(`${base}/${id}/draft`),
      ]) {
        expect((await call).status).toBe(404)
      }
    }
  })

  it('let a supervisor create, copy and publish a course that stays their company’s', async () => {
    const course = { shortname: 'poortinstructie', name: 'Poortinstructie', sector: 'construction', type: 'e-learning', languages: ['nl'] }
    const { id } = (await supervisor.post(base, course)).body.data
    expect((await supervisor.post(base, course)).body).toMatchObject({ errors: [{ field: 'shortname', rule: 'unique' }] })
    const draft = (await supervisor.get(`${base}/${id}/draft`)).body.data
    const page = { type: 'richtext', title: { nl: 'De poort' }, minutes: 3, body: { nl: 'Meld je **eerst**.' } }
    await save(supervisor, id, 'activity', 'poort', 0, page)
    const modules = [{ key: 'start', title: { nl: 'Start' }, activities: [{ key: 'poort', requires: [] }] }]
    await save(supervisor, id, 'outline', '', 1, { modules })
    const description = { nl: 'Over de poort.' }
    await save(supervisor, id, 'course', '', 1, { ...draft.course, status: 'available', durationMinutes: 5, description })
    expect((await supervisor.post(`${base}/${id}/draft/publication`, { past: null })).body).toEqual({ data: { version: 1 } })
    const owners = await query(
      `select distinct c.login_id::text from learning_activities a join learning_course_versions v on v.id = a.version_id
         join core_companies c on c.id = a.company_id where v.course_id = ?`,
      [id],
    )
    expect(owners).toEqual([{ login_id: 'bouwmeester' }])
    const copy = (await supervisor.post(`${base}/${id}/copies`, { shortname: 'poort-2' })).body.data
    expect((await supervisor.get(`${base}/${copy.id}/draft`)).body.data).toMatchObject({
      course: { status: 'building', name: { nl: `${draft.course.name.nl} (kopie)` } },
      outline: { modules },
    })
    await supervisor.delete(`${base}/${copy.id}/draft`)
    expect((await supervisor.get(base)).body.data.map(({ id: one }: { id: number }) => one)).not.toContain(copy.id)
  })
})

describe('the platform’s drafts', () => {
  it('cannot be read by a company, not even in SQL', async () => {
    const count = async () => {
      const { default: db } = await import('@adonisjs/lucid/services/db')
      const [{ n }] = await db.from('learning_draft_parts').whereNull('company_id').count('* as n')
      return Number(n)
    }
    await draftOf(admin, await idOf(admin, 'tillen-en-dragen'))
    expect(await app.asSystem(count)).toBeGreaterThan(0)
    for (const company of ['noordwind', 'bouwmeester']) expect(await app.inCompany(company, count)).toBe(0)
  })
})

describe('pictures and preview', () => {
  it('shows a picture of the draft, and refuses a script', async () => {
    const id = await idOf(admin, 'werken-op-hoogte')
    await draftOf(admin, id)
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3"><rect width="4" height="3"/></svg>'
    const upload = (content: string) =>
      admin.upload(`${base}/${id}/draft/pictures`, 'picture', { name: 'x.svg', type: 'image/svg+xml', content })
    const { path, url } = (await upload(svg)).body.data
    const text = `![Een vlak](${path} "Bijschrift")\n\n:::danger\nPas op\n:::\n\n<script>alert(1)</script>`
    const { html } = (await admin.post(`${base}/${id}/draft/preview`, { language: 'nl', text })).body.data
    expect(html).toContain(`<img src="${url}" alt="Een vlak"`)
    expect(html).toContain('callout-danger')
    expect(html).not.toContain('<script')
    for (const content of ['geen', svg.replace('<rect', '<script>x</script><rect')]) {
      expect((await upload(content)).body).toMatchObject({ errors: [{ field: 'picture' }] })
    }
    // The person who writes a lesson sees its pictures.
    expect((await admin.get(url)).status).toBe(200)
    await admin.delete(`${base}/${id}/draft`)
  })
})

describe('the question pool', () => {
  const GIFT = `::Helm:: Wanneer draag je een helm? {=Altijd ~Nooit ~Soms}

::Hoogte:: Vanaf welke hoogte is een valbeveiliging nodig? {#2.5:0}

::Verhaal:: Vertel iets. {}`
  const importInto = (client: TestClient, id: number, content: string, query = '') =>
    client.upload(`${base}/${id}/questions${query}`, 'file', { name: 'vragen.gift', type: 'text/plain', content: Buffer.from(content) })
  const poolOf = async (client: TestClient, id: number) =>
    (await client.get(`${base}/${id}/questions`)).body.data as { key: string; used_in: { key: string }[] }[]
  const newCourse = async () => {
    const course = { shortname: 'eigen-vragen', name: 'Eigen vragen', sector: 'construction', type: 'e-learning', languages: ['nl'] }
    const { id } = (await supervisor.post(base, course)).body.data as { id: number }
    const draft = await draftOf(supervisor, id)
    const quiz = {
      type: 'quiz',
      title: { nl: 'Toets' },
      minutes: 10,
      intro: {},
      questions: [],
      quiz: {
        questionsPerAttempt: null,
        passPercentage: 70,
        maxAttempts: null,
        daysUntilNewAttempts: 0,
        countsForProgress: true,
        hasVideo: false,
        correctAnswerVisible: true,
        feedbackVisible: true,
        practice: false,
        lesson: null,
        timeLimitMinutes: null,
      },
    }
    expect((await save(supervisor, id, 'activity', 'toets', 0, quiz)).status).toBe(200)
    const modules = [{ key: 'een', title: { nl: 'Een' }, activities: [{ key: 'toets', requires: [] }] }]
    expect((await save(supervisor, id, 'outline', '', draft.revisions['outline:'], { modules })).status).toBe(200)
    expect(
      (
        await save(supervisor, id, 'course', '', draft.revisions['course:'], {
          ...draft.course,
          durationMinutes: 10,
          description: { nl: 'Over vragen.' },
        })
      ).status,
    ).toBe(200)
    return { id, quiz }
  }

  it('imports a file before anything is published, copies questions into a quiz, and lists imported questions under that quiz', async () => {
    const { id, quiz } = await newCourse()
    const { body } = await importInto(supervisor, id, GIFT)
    expect(body.data).toMatchObject({ taken: 2, skipped: [{ name: 'Verhaal', code: 'type_not_taken' }] })
    expect((await importInto(supervisor, id, GIFT, '?language=de')).body.data).toMatchObject({
      taken: 0,
      error: { code: 'language_unknown' },
    })
    expect((await importInto(supervisor, id, GIFT, '?language=nederlands')).status).toBe(422)
    const pool = await poolOf(supervisor, id)
    expect(pool.map(({ used_in }) => used_in)).toEqual([[], []])
    const keys = pool.map(({ key }) => key)
    const take = (of: string, these: string[], client = supervisor) =>
      client.post(`${base}/${id}/draft/questions`, { quiz: of, keys: these })

    expect((await take('geen', keys)).status).toBe(404)
    expect((await take('toets', ['import/geen'])).body).toMatchObject({ errors: [{ field: 'keys', rule: 'unknown' }] })
    for (const these of [[], Array.from({ length: 101 }, (_, n) => `import/x${n}`), ['x'.repeat(300)], 'alle' as never])
      expect((await take('toets', these)).status).toBe(422)
    expect((await take('toets', keys, admin)).status).toBe(404)

    const taken = (await take('toets', keys)).body.data.keys as string[]
    expect(taken).toEqual(keys.map((key) => key.slice('import/'.length)))
    // Repeating it changes nothing; a question changed in the quiz since then is a different question.
    expect((await take('toets', keys)).body.data.keys).toEqual(taken)
    const draft = await draftOf(supervisor, id)
    const first = `toets/${taken[0]}`
    const changed = { ...draft.questions[first], feedbackCorrect: { nl: 'Juist.' } }
    expect((await save(supervisor, id, 'question', first, draft.revisions[`question:${first}`], changed)).status).toBe(200)
    expect((await take('toets', [keys[0]!])).body.data.keys).toEqual([`${taken[0]}-2`])

    expect((await save(supervisor, id, 'activity', 'toets', draft.revisions['activity:toets'], { ...quiz, questions: taken })).status).toBe(
      200,
    )
    const { mistakes } = (await supervisor.get(`${base}/${id}/draft/check`)).body.data
    expect(mistakes).toEqual([])
    expect((await supervisor.post(`${base}/${id}/draft/publication`, { past: null })).body).toEqual({ data: { version: 1 } })
    // The changed question is still listed as imported too; the unchanged one is listed once, under its quiz.
    expect((await poolOf(supervisor, id)).map(({ key, used_in }) => [key, used_in.map((of) => of.key)]).sort()).toEqual(
      [
        [keys[0], []],
        [`toets/${taken[0]}`, ['toets']],
        [`toets/${taken[1]}`, ['toets']],
      ].sort(),
    )
  })

  it('gets one question per gap of a Moodle text, each with a note, on request only', async () => {
    const id = await idOf(supervisor, 'eigen-vragen')
    const cloze = `<?xml version="1.0" encoding="UTF-8"?>
      <quiz><question type="cloze"><name><text>Gaten</text></name><questiontext format="html"><text><![CDATA[
        Vanaf {1:MULTICHOICE:=2,5 m~10 m} draag je een {1:SHORTANSWER:=helm} van {1:NM:=400:50} gram.
      ]]></text></questiontext></question></quiz>`
    const before = (await poolOf(supervisor, id)).length
    expect((await importInto(supervisor, id, cloze)).body.data).toMatchObject({ taken: 0, skipped: [{ name: 'Gaten', simpler: true }] })
    expect((await importInto(supervisor, id, cloze, '?simpler=misschien')).status).toBe(422)
    expect(await poolOf(supervisor, id)).toHaveLength(before)
    const { body } = await importInto(supervisor, id, cloze, '?simpler=true')
    expect(body.data).toMatchObject({ taken: 3, skipped: [] })
    const notes = body.data.notes as { name: string; type: string; code: string }[]
    expect(notes.filter(({ code }) => code === 'gap_of_text').map(({ name, type }) => [name, type])).toEqual([
      ['Gaten 1', 'cloze'],
      ['Gaten 2', 'cloze'],
      ['Gaten 3', 'cloze'],
    ])
    expect(await poolOf(supervisor, id)).toHaveLength(before + 3)
  })

  it('is exported as Moodle XML, only for the owner of the course', async () => {
    const id = await idOf(supervisor, 'eigen-vragen')
    const { headers, body } = await supervisor.get(`${base}/${id}/questions/moodle?language=nl`)
    expect(headers.get('content-disposition')).toBe('attachment; filename="eigen-vragen.xml"')
    expect(body).toContain('Wanneer draag je een helm?')
    expect((await supervisor.get(`${base}/${id}/questions/moodle?language=fr`)).body.code).toBe('language_unknown')
    const other = await idOf(admin, 'tillen-en-dragen')
    for (const client of [admin, await signInAs('beheerder@noordwind.example')]) {
      expect((await client.get(`${base}/${id}/questions/moodle`)).status).toBe(404)
      expect((await importInto(client, id, GIFT)).status).toBe(404)
    }
    expect((await importInto(supervisor, other, GIFT)).status).toBe(404)
    expect(await poolOf(admin, other)).not.toContainEqual(expect.objectContaining({ key: expect.stringMatching(/^import/) }))
  })
})

describe('an archive', () => {
  const zip = async (files: Record<string, string | Buffer>, options: { mode?: number } = {}) => {
    const made = new ZipFile()
    for (const [name, content] of Object.entries(files)) made.addBuffer(Buffer.from(content), name, options)
    made.end()
    const chunks: Buffer[] = []
    for await (const chunk of made.outputStream) chunks.push(chunk as Buffer)
    return Buffer.concat(chunks)
  }
  const send = (content: Buffer) =>
    supervisor.upload('/api/learning/editor/archives', 'archive', {
      name: 'course.zip',
      type: 'application/zip',
      content: new Uint8Array(content),
    })
  const everything = () =>
    query(`select (select count(*) from learning_courses) as courses, (select count(*) from learning_drafts) as drafts,
                  (select count(*) from learning_pictures) as pictures`)

  it('of one course can be imported as the draft of another company’s own', async () => {
    const id = await idOf(admin, 'offshore-introductie')
    const { bytes, headers } = await admin.get(`${base}/${id}/archive`)
    expect(headers.get('content-type')).toBe('application/zip')
    const taken = await send(Buffer.from(bytes))
    expect(taken.status).toBe(200)
    expect((await send(Buffer.from(bytes))).body.code).toBe('draft_exists')
    const { body } = await supervisor.get(`${base}/${taken.body.data.id}/draft/check`)
    expect(body.data).toMatchObject({ mistakes: [], newest: null, underway: 0 })
    expect((await supervisor.post(`${base}/${taken.body.data.id}/draft/publication`, { past: null })).body.data).toEqual({ version: 1 })
    const [hashes] = await query(
      `select count(distinct v.content_hash)::int as n from learning_course_versions v join learning_courses c on c.id = v.course_id
        where c.shortname = 'offshore-introductie'`,
    )
    expect(hashes).toEqual({ n: 1 })
  })

  it('that is broken, too large or has unsafe paths is refused with a code, and nothing is stored', async () => {
    const before = await everything()
    const good = await zip({ 'demo/course.md': '---\nshortname: demo\n---\n' })
    const climbs = await zip({ 'demo/aa/evil.md': 'x' })
    const lies = await zip({ 'demo/course.md': Buffer.alloc(400_000) })
    // The declared size, in the archive's directory and in the local header: a bomb declares a small one.
    const claimed = Buffer.from(lies)
    for (let at = 0; at < claimed.length - 4; at++) if (claimed.readUInt32LE(at) === 400_000) claimed.writeUInt32LE(10, at)
    const cases: [string, Buffer, string][] = [
      ['cut off', good.subarray(0, good.length - 30), 'archive_unreadable'],
      ['no archive', Buffer.from('PK not'), 'archive_unreadable'],
      ['empty', await zip({}), 'folder_missing'],
      ['climbs out', Buffer.from(climbs.toString('latin1').replaceAll('demo/aa/', '../../a/'), 'latin1'), 'archive_path'],
      ['a link', await zip({ 'demo/course.md': '/etc/passwd' }, { mode: 0o120777 }), 'symlink_not_allowed'],
      ['a large file', await zip({ 'demo/course.md': Buffer.alloc(600_000) }), 'file_too_large'],
      [
        'a bomb',
        await zip(Object.fromEntries(Array.from({ length: 120 }, (_, n) => [`demo/${n}.md`, Buffer.alloc(500_000)]))),
        'archive_too_large',
      ],
      ['a bomb that lies', claimed, 'archive_unreadable'],
      ['many files', await zip(Object.fromEntries(Array.from({ length: 2001 }, (_, n) => [`demo/${n}`, '']))), 'archive_too_many'],
      ['a course with mistakes', good, 'key_missing'],
    ]
    for (const [what, content, code] of cases) {
      const { status, body } = await send(content)
      expect([what, status, body.code]).toEqual([what, 422, 'course_has_mistakes'])
      expect([what, body.mistakes.map((mistake: { code: string }) => mistake.code)]).toEqual([what, expect.arrayContaining([code])])
    }
    expect((await send(Buffer.alloc(21 * 1024 * 1024))).body).toMatchObject({ errors: [{ field: 'archive', rule: 'too_large' }] })
    expect(await everything()).toEqual(before)
  })
})

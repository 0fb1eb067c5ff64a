import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, today } from '#core/kit/days'
import { type TestApp, signInAs, testApp } from '#core/testing/app'
import { dueIn } from '#core/testing/due_in'
import type { TestClient } from '#core/testing/client'
import type { ExamsService } from '../contract/index.js'
import { EXAM_STATUSES } from '../contract/statuses.js'

// Exams, their moments and seats: never oversold, held for a while, with events for the companies concerned.

let app: TestApp
let db: typeof import('@adonisjs/lucid/services/db').default
let exams: ExamsService
let admin: TestClient
let supervisor: TestClient
let provider: TestClient
let people: number[]
let course: number
let exam: { id: number; languages: string[]; provider: number }

beforeAll(async () => {
  app = await testApp()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
  ;({ service: exams } = await import('#plugins/exams/server/services/exams_service'))
  await app.settle()
  admin = await signInAs('admin@platform.example')
  supervisor = await signInAs('beheerder@noordwind.example')
  provider = await signInAs('examinator@examenhuis.example')
  people = await inNoordwind(async () =>
    (await db.from('kit_members').where('role', 'leerling').where('status', 'active').orderBy('id').select('id')).map(({ id }) => id),
  )
  const { body } = await admin.get('/api/exams/options')
  course = body.data.courses[0].id
  const house = body.data.providers.find(({ name }: { name: string }) => name === 'Examenhuis').id
  const made = await admin.post('/api/exams/exams', {
    ...{
      course_id: course,
      languages: ['nl'],
      provider: house,
      adults_only: false,
      certificate: { nl: 'Diploma van het huis', en: 'Diploma of the house' },
      valid_months: 12,
      active: true,
    },
  })
  expect(made.status).toBe(201)
  exam = made.body.data
  // 60 people for 50 concurrent calls.
  await app.asSystem(async () => {
    const company = await db.from('core_companies').where('login_id', 'noordwind').firstOrFail()
    await db.rawQuery(
      `with u as (insert into core_users (email, firstname, lastname, language, birthdate)
         select 'examen' || n || '@seats.example', 'Eva', 'Examen ' || n, 'nl', case when n > 55 then null when n > 50 then current_date - 6000 else '1990-01-01' end
           from generate_series(1, 60) n returning id)
       insert into core_memberships (company_id, user_id, role) select ?, id, 'leerling' from u`,
      [company.id],
    )
  })
})

const inNoordwind = <T>(fn: () => Promise<T>) => app.inCompany('noordwind', fn)
const candidates = (where: string): Promise<number[]> =>
  inNoordwind(async () =>
    (await db.from('kit_members').where('email', 'like', 'examen%').whereRaw(where).orderBy('id').select('id')).map(
      ({ id }) => id as number,
    ),
  )
const soon = (seconds = 1800) => new Date(Date.now() + seconds * 1000)

async function moment(more: object = {}): Promise<number> {
  const { status, body } = await admin.post('/api/exams/moments', {
    ...{
      exam_id: exam.id,
      language: 'nl',
      day: addDays(today(), 40),
      time: '09:00',
      seats: 2,
      provider: null,
      adults_only: false,
      weeks: 1,
    },
    places: [{ city: 'Delft', location: 'Zaal 1', address: '' }],
    ...more,
  })
  expect(status).toBe(201)
  return body.data.ids[0]
}
const left = async (id: number) => (await inNoordwind(() => exams.moment(id)))!.seatsLeft
const code = (work: Promise<unknown>) =>
  work.then(
    () => 'good',
    (error: { code?: string; details?: { errors?: { rule: string }[] } }) => error.details?.errors?.[0]?.rule ?? error.code,
  )
const told = (name: string) =>
  app.asSystem(async () =>
    (await db.from('core_outbox').where({ kind: 'event', name }).orderBy('id').select('payload')).map(({ payload }) => payload),
  )

describe('seats', () => {
  it('are never oversold: three of 50 concurrent requests get the last three', async () => {
    const id = await moment({ seats: 3 })
    const ids = (await candidates(`birthdate = '1990-01-01'`)).slice(0, 50)
    const answers = await Promise.all(ids.map((one, n) => inNoordwind(() => code(exams.hold(`many:${n}`, id, [one], soon())))))
    expect(answers.filter((answer) => answer === 'good')).toHaveLength(3)
    expect(answers.filter((answer) => answer === 'no_seats_left')).toHaveLength(47)
    expect(await left(id)).toBe(0)
  })

  it('are taken all or none, once per key, and never twice per person', async () => {
    const id = await moment()
    const [a, b, c] = people as [number, number, number]
    expect(await inNoordwind(() => code(exams.hold('all', id, [a, b, c], soon())))).toBe('no_seats_left')
    expect(await left(id)).toBe(2)
    // The same key at the same moment: one hold.
    await Promise.all([1, 2, 3, 4].map(() => inNoordwind(() => exams.hold('twice', id, [a], soon()))))
    expect(await left(id)).toBe(1)
    expect(await inNoordwind(() => code(exams.hold('twice', id, [b], soon())))).toBe('hold_differs')
    expect(await inNoordwind(() => code(exams.hold('other', id, [a], soon())))).toBe('already_entered')
    expect(await app.inCompany('bouwmeester', () => code(exams.hold('theirs', id, [a], soon())))).toBe('not_found')
    expect(await inNoordwind(() => code(exams.hold('none', 999_999, [a], soon())))).toBe('not_found')
  })

  it('no longer count once a hold expired; confirming tries to get them again', async () => {
    const id = await moment({ seats: 1 })
    const [a, b] = people as [number, number]
    await inNoordwind(() => exams.hold('late', id, [a], soon(-1)))
    expect(await left(id)).toBe(1)
    await inNoordwind(() => exams.hold('quick', id, [b], soon()))
    expect(await inNoordwind(() => code(exams.confirm('late')))).toBe('no_seats_left')
    await inNoordwind(() => exams.release('quick'))
    expect(await dueIn('exams.keep')).toContain('noordwind')
    await inNoordwind(async () => (await import('#plugins/exams/server/services/update_entries')).updateEntries())
    expect(await dueIn('exams.keep')).not.toContain('noordwind')
    expect(await inNoordwind(() => exams.entries(['late']))).toMatchObject([{ releaseReason: 'lapsed' }])
    await inNoordwind(() => exams.confirm('late'))
    await inNoordwind(() => exams.confirm('late'))
    expect(await inNoordwind(() => exams.entries(['late']))).toMatchObject([{ status: 'waiting', heldUntil: null, releasedAt: null }])
    expect(await left(id)).toBe(0)
    expect((await told('exams.entry.changed')).filter(({ key }) => key === 'late')).toHaveLength(1)
    expect((await told('exams.entries.released')).filter(({ key }) => key === 'late')).toMatchObject([
      { reason: 'lapsed', membershipIds: [a] },
    ])
    expect((await told('exams.seat.freed')).some(({ momentId }) => momentId === id)).toBe(true)
  })

  it('are not given back to a person who took another one meanwhile', async () => {
    const id = await moment({ seats: 5 })
    const [a] = people as [number]
    for (const sweep of [false, true]) {
      const [old, now] = [`old:${sweep}`, `now:${sweep}`]
      await inNoordwind(() => exams.hold(old, id, [a], soon(-1)))
      if (sweep) await inNoordwind(async () => (await import('#plugins/exams/server/services/update_entries')).updateEntries())
      await inNoordwind(() => exams.hold(now, id, [a], soon()))
      await inNoordwind(() => exams.confirm(now))
      expect(await inNoordwind(() => code(exams.confirm(old)))).toBe('already_entered')
      expect(await inNoordwind(() => code(exams.hold(old, id, [a], soon())))).toBe('already_entered')
      expect(await left(id)).toBe(4)
      await inNoordwind(() => exams.release(now))
      await inNoordwind(() => exams.release(old))
    }
  })

  it('are released and expire also when the course is no longer offered', async () => {
    const id = await moment({ seats: 5 })
    const [a, b] = people as [number, number]
    await inNoordwind(() => exams.hold('gone', id, [a], soon()))
    await inNoordwind(() => exams.confirm('gone'))
    await inNoordwind(() => exams.hold('lapsing', id, [b], soon(-1)))
    await app.asSystem(() => db.from('learning_courses').where('id', course).update({ status: 'building' }))
    try {
      await inNoordwind(async () => (await import('#plugins/exams/server/services/update_entries')).updateEntries())
      expect(await inNoordwind(() => exams.entries(['lapsing']))).toMatchObject([{ releaseReason: 'lapsed' }])
      expect(await inNoordwind(() => code(exams.release('gone')))).toBe('good')
      expect(await inNoordwind(() => exams.entries(['gone']))).toMatchObject([{ releaseReason: 'released' }])
    } finally {
      await app.asSystem(() => db.from('learning_courses').where('id', course).update({ status: 'available' }))
    }
  })

  it('move: the new ones are taken first, then the old ones released', async () => {
    const [from, to] = [await moment(), await moment({ seats: 1 })]
    const [a, b] = people as [number, number]
    await inNoordwind(() => exams.hold('move', from, [a, b], soon()))
    await inNoordwind(() => exams.confirm('move'))
    expect(await inNoordwind(() => code(exams.move('move', to)))).toBe('no_seats_left')
    expect([await left(from), await left(to)]).toEqual([0, 1])
    const roomy = await moment()
    await inNoordwind(() => exams.move('move', roomy))
    expect([await left(from), await left(roomy)]).toEqual([2, 0])
    await inNoordwind(() => exams.release('move'))
    await inNoordwind(() => exams.release('move'))
    expect(await left(roomy)).toBe(2)
    // A seat for a person who is not a member yet counts as a seat.
    await inNoordwind(() => exams.hold('visitor', roomy, { seats: 2 }, soon()))
    expect(await left(roomy)).toBe(0)
  })

  it('are only for people who may take the exam: of age on its day, and with a birthdate', async () => {
    const id = await moment({ seats: 20, adults_only: true })
    const hold = async (where: string, key: string) => {
      const [one] = await candidates(where)
      return inNoordwind(() => code(exams.hold(key, id, [one!], soon())))
    }
    expect(await hold('birthdate is null', 'unborn')).toBe('birthdate_required')
    expect(await hold(`birthdate > '2000-01-01'`, 'young')).toBe('adults_only')
    expect(await hold(`birthdate = '1990-01-01'`, 'grown')).toBe('good')
    await app.asSystem(() =>
      db
        .from('exams_moments')
        .where('id', id)
        .update({ starts_at: new Date(Date.now() - 1000) }),
    )
    expect(await hold(`birthdate = '1990-01-01' and id % 2 = 0`, 'past')).toBe('moment_past')
  })
})

describe('moments', () => {
  it('are added several at once, at the same local time in every season', async () => {
    const { body } = await admin.post('/api/exams/moments', {
      ...{ exam_id: exam.id, language: 'nl', day: '2030-03-25', time: '09:00', seats: 5, provider: null, adults_only: false, weeks: 2 },
      places: [
        { city: 'Delft', location: 'Zaal 1', address: '' },
        { city: 'Zwolle', location: 'Hal', address: 'Weg 1' },
      ],
    })
    expect(body.data.ids).toHaveLength(4)
    const march = await supervisor.get('/api/exams/calendar?month=2030-03')
    const april = await supervisor.get('/api/exams/calendar?month=2030-04')
    expect(march.body.data.map(({ starts_at: at, city }: Record<string, string>) => [at, city])).toEqual([
      ['2030-03-25T08:00:00.000Z', 'Delft'],
      ['2030-03-25T08:00:00.000Z', 'Zwolle'],
    ])
    expect(april.body.data.map(({ starts_at: at, time }: Record<string, string>) => [at, time])).toEqual([
      ['2030-04-01T07:00:00.000Z', '09:00'],
      ['2030-04-01T07:00:00.000Z', '09:00'],
    ])
    expect((await supervisor.post('/api/exams/moments', {})).status).toBe(403)
    expect((await supervisor.get('/api/exams/moments?search=Zwole&starts_at=2030-03-01..2030-04-30')).body.meta.total).toBe(2)
    expect((await admin.post('/api/exams/moments', { ...body, exam_id: exam.id })).status).toBe(422)
    const inTurkish = await admin.post('/api/exams/moments', {
      ...{ exam_id: exam.id, language: 'tr', day: '2030-03-25', time: '09:00', seats: 5, provider: null, adults_only: false, weeks: 1 },
      places: [{ city: 'Delft', location: 'Zaal 1', address: '' }],
    })
    expect(inTurkish.body.errors).toMatchObject([{ field: 'language', rule: 'exam_language' }])
  })

  it('show the provider to companies that may book them', async () => {
    const id = await moment({ provider: exam.provider })
    for (const client of [supervisor, admin])
      expect((await client.get(`/api/exams/moments/${id}`)).body.data.provider_name).toBe('Examenhuis')
    expect((await supervisor.get(`/api/exams/moments/${await moment()}`)).body.data.provider_name).toBeNull()
  })

  it('refuse fewer seats than are taken; emit a changed time; and release seats with the reason when withdrawn', async () => {
    const id = await moment({ seats: 3 })
    const [a, b] = people as [number, number]
    await inNoordwind(() => exams.hold('told', id, [a, b], soon()))
    await inNoordwind(() => exams.confirm('told'))
    const { body } = await admin.get(`/api/exams/moments/${id}`)
    const { city, location, address, language, day, provider: by, adults_only: adults, updated_at: version } = body.data
    const same = { city, location, address, language, day, provider: by, adults_only: adults, time: '09:00', seats: 3, updated_at: version }
    const fewer = await admin.put(`/api/exams/moments/${id}`, { ...same, seats: 1 })
    expect(fewer.body.errors).toMatchObject([{ field: 'seats', rule: 'taken' }])
    expect((await admin.put(`/api/exams/moments/${id}`, { ...same, seats: 2, time: '13:30' })).status).toBe(200)
    expect(await told('exams.moment.moved')).toMatchObject([
      { key: 'told', membershipIds: [a, b], momentId: id, from: body.data.starts_at },
    ])
    expect((await admin.put(`/api/exams/moments/${id}`, { ...same, time: '15:00' })).body.code).toBe('changed_meanwhile')
    const off = await admin.post(`/api/exams/moments/${id}/withdraw`, { reason: 'Zaal afgebrand' })
    expect(off.body.data).toMatchObject({ state: 'withdrawn', withdrawn_reason: 'Zaal afgebrand' })
    expect((await supervisor.get(`/api/exams/moments/${id}`)).body.data.withdrawn_reason).toBe('Zaal afgebrand')
    const file = await supervisor.post('/api/exams/moments/export', { format: 'csv', filter: 'state=withdrawn' })
    const [heads, ...lines] = String(file.body)
      .trim()
      .split(/\r?\n/)
      .map((line) => line.split(';'))
    // Other tests withdrew moments too: none of them has free seats.
    expect(new Set(lines.map((line) => line[heads!.indexOf('Vrije plaatsen')]))).toEqual(new Set(['']))
    const released = (await told('exams.entries.released')).filter(({ key }) => key === 'told')
    expect(released).toMatchObject([{ membershipIds: [a, b], reason: 'withdrawn' }])
    expect(await inNoordwind(() => code(exams.hold('off', id, [a], soon())))).toBe('moment_withdrawn')
    expect((await inNoordwind(() => exams.moments({ courseId: course }))).map((one) => one.id)).not.toContain(id)
  })
})

describe('entries', () => {
  it('get their status from the provider, with who and when; results only afterwards', async () => {
    const { body } = await admin.get('/api/exams/options')
    const house = body.data.providers[0].id
    const id = await moment({ seats: 4, provider: house })
    const [a, b] = people as [number, number]
    await inNoordwind(() => exams.hold('status', id, [a, b], soon()))
    expect((await provider.get(`/api/exams/entries?moment=${id}`)).body.data).toEqual([])
    await inNoordwind(() => exams.confirm('status'))
    const { body: seen } = await provider.get(`/api/exams/entries?moment=${id}`)
    expect(seen.data).toHaveLength(2)
    // The name is visible, but nothing that leads to the person.
    expect(seen.data[0]).toMatchObject({
      company: 'Noordwind',
      status: 'waiting',
      membership_id: null,
      next: ['confirmed', 'not_confirmed', 'refused'],
    })
    const [first, second] = seen.data
    const set = (client: TestClient, entry: { id: number }, status: string) =>
      client.post(`/api/exams/entries/${entry.id}/status`, { status })
    expect((await set(supervisor, first, 'confirmed')).status).toBe(403)
    expect((await set(provider, first, 'passed')).body.code).toBe('status_order')
    expect((await set(provider, first, 'confirmed')).body.data).toMatchObject({ status: 'confirmed' })
    await set(provider, second, 'refused')
    expect(await left(id)).toBe(3)
    await app.asSystem(() =>
      db
        .from('exams_moments')
        .where('id', id)
        .update({ starts_at: new Date(Date.now() - 1000) }),
    )
    expect((await set(admin, first, 'passed')).body.data.status).toBe('passed')
    const own = await supervisor.get(`/api/exams/entries/${first.id}/history`)
    expect(own.body.data.map(({ status, side, by }: Record<string, string>) => [status, side, by])).toEqual([
      ['passed', 'platform', null],
      ['confirmed', 'provider', null],
      ['waiting', 'system', null],
    ])
    expect((await provider.get(`/api/exams/entries/${first.id}/history`)).body.data[1].by).toBeTruthy()
    const changes = (await told('exams.entry.changed')).filter(({ key }) => key === 'status')
    expect(changes.map(({ from, status }) => `${from}>${status}`)).toEqual([
      ...['null>waiting', 'null>waiting', 'waiting>confirmed', 'waiting>refused', 'confirmed>passed'],
    ])
    // Emitted in the company of the people.
    const [{ companies }] = await app.asSystem(() =>
      db
        .from('core_outbox as o')
        .join('core_companies as c', 'c.id', 'o.company_id')
        .where('o.name', 'exams.entry.changed')
        .whereRaw(`o.payload->>'key' = 'status'`)
        .select(db.raw('array_agg(distinct c.login_id::text) as companies')),
    )
    expect(companies).toEqual(['noordwind'])
  })

  it('can reach every status of the specification', async () => {
    const { body } = await admin.get('/api/exams/options')
    const id = await moment({ seats: EXAM_STATUSES.length, provider: body.data.providers[0].id })
    const members = (await candidates(`birthdate = '1990-01-01'`)).slice(0, EXAM_STATUSES.length)
    await inNoordwind(() => exams.hold('every status', id, members, soon()))
    await inNoordwind(() => exams.confirm('every status'))
    const entries: { id: number }[] = (await provider.get(`/api/exams/entries?moment=${id}`)).body.data
    const set = async (index: number, status: string) =>
      expect((await provider.post(`/api/exams/entries/${entries[index]!.id}/status`, { status })).body.data.status).toBe(status)
    await set(1, 'confirmed')
    await set(2, 'not_confirmed')
    await set(3, 'refused')
    for (const index of [4, 5, 6]) await set(index, 'confirmed')
    await app.asSystem(() =>
      db
        .from('exams_moments')
        .where('id', id)
        .update({ starts_at: new Date(Date.now() - 1000) }),
    )
    await set(4, 'passed')
    await set(5, 'failed')
    await set(6, 'no_show')
    const { data }: { data: { status: string }[] } = (await provider.get(`/api/exams/entries?moment=${id}`)).body
    expect(data.map(({ status }) => status).sort()).toEqual([...EXAM_STATUSES].sort())
  })
})

describe('what passing gives', () => {
  it('is shown in the reader’s language, falls back to an existing one, and is searchable in each', async () => {
    const shown = async (certificate: object) => {
      const { updated_at } = (await admin.get(`/api/exams/exams/${exam.id}`)).body.data
      const change = { course_id: course, languages: ['nl'], provider: null, adults_only: false, valid_months: 12, active: true }
      const saved = await admin.put(`/api/exams/exams/${exam.id}`, { ...change, certificate, updated_at })
      expect(saved.status).toBe(200)
      const offer = async (lang: string) =>
        (await admin.get(`/api/catalogue/public/offers/${course}?company=noordwind&lang=${lang}`)).body.data.exam.certificate
      return { kept: saved.body.data.certificate, nl: await offer('nl'), en: await offer('en') }
    }
    const both = { nl: 'Lasbevoegdheid op zee', en: 'Licence for welding offshore' }
    expect(await shown(both)).toEqual({ kept: both, ...both })
    const found = async (search: string) =>
      (await admin.get(`/api/exams/exams?search=${encodeURIComponent(search)}`)).body.data.map(({ id }: { id: number }) => id)
    expect([await found('lasbevoegdheid'), await found('licence for welding')]).toEqual([[exam.id], [exam.id]])
    // An empty language is not stored as an empty text: that would hide the fallback.
    expect(await shown({ nl: both.nl, en: ' ' })).toEqual({ kept: { nl: both.nl }, nl: both.nl, en: both.nl })
    expect(await shown({})).toEqual({ kept: {}, nl: '', en: '' })
  })

  it('is refused in an unknown language, and when it is too long', async () => {
    const { updated_at } = (await admin.get(`/api/exams/exams/${exam.id}`)).body.data
    const change = { course_id: course, languages: ['nl'], provider: null, adults_only: false, valid_months: 12, active: true, updated_at }
    const at = async (certificate: unknown) => (await admin.put(`/api/exams/exams/${exam.id}`, { ...change, certificate })).body
    expect(await at('Diploma')).toMatchObject({ code: 'validation_failed', errors: [{ field: 'certificate' }] })
    expect(await at({ en: 'x'.repeat(201) })).toMatchObject({ code: 'validation_failed', errors: [{ field: 'certificate.en' }] })
  })
})

describe('the demo', () => {
  it('has B-VCA for ten years, SOG and SIR, each with its register, and no toolbox', async () => {
    const { rows } = await app.asSystem(() =>
      db.rawQuery(
        `select c.shortname, e.certificate, e.valid_months from exams_exams e join learning_courses c on c.id = e.course_id
          where e.certificate->>'nl' <> 'Diploma van het huis' order by e.id`,
      ),
    )
    const of = (shortname: string) => rows.filter((row: { shortname: string }) => row.shortname === shortname)
    expect(of('vca-basis')).toEqual([
      expect.objectContaining({
        valid_months: 120,
        certificate: {
          nl: 'Diploma B-VCA, opgenomen in het Centraal Diploma Register VCA',
          en: 'B-VCA diploma, listed in the Central Diploma Register VCA',
        },
      }),
    ])
    const [sog] = of('werken-op-hoogte')
    expect(sog.certificate.nl).toContain('SOG')
    expect(sog.certificate.en).toContain('to be confirmed')
    const [sir] = of('sir-hogedruk')
    expect(sir.certificate.nl).toContain('register van SIR')
    expect(sir.certificate.en).toContain('register of SIR')
    // A validity that nobody confirmed has no number.
    expect([sog.valid_months, sir.valid_months]).toEqual([null, null])
    expect([...of('tillen-en-dragen'), ...of('offshore-introductie')]).toEqual([])
  })
})

import { beforeAll, expect, it } from 'vitest'
import { signInAs } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'
import { film, type RecordedWorld, recordedWorld, takeQuiz } from './recorded.js'

// Access of the platform's admins to a recording: they give a reason, which the participant can read.

let world: RecordedWorld
let db: typeof import('@adonisjs/lucid/services/db').default
let admin: TestClient

beforeAll(async () => {
  world = await recordedWorld()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
  admin = await signInAs('admin@platform.example')
})

it('gives an admin access for an hour after a reason, which the participant can read', async () => {
  const who = await world.candidate()
  const attempt = await takeQuiz(world, who)
  const at = `/api/proctoring/evidence/${attempt}`
  const { id: piece } = await world.app.asSystem(() =>
    db
      .from('proctoring_pieces as p')
      .join('proctoring_recordings as r', 'r.id', 'p.recording_id')
      .where({ 'r.attempt_id': attempt, 'p.number': 0 })
      .select('p.id')
      .firstOrFail(),
  )
  const paths = [at, `${at}/pieces/${piece}`, `${at}/photos/id`]
  const statuses = (client: TestClient) => Promise.all(paths.map(async (path) => (await client.get(path)).status))
  expect(await statuses(admin)).toEqual([404, 404, 404])
  for (const reason of [undefined, '', '   kort   ']) expect((await admin.post(at, { reason })).status).toBe(404)
  expect(await statuses(admin)).toEqual([404, 404, 404])

  expect((await admin.post(at, { reason: 'Klacht van de deelnemer over de zaal.' })).status).toBe(200)
  const { data } = (await admin.get(at)).body
  expect(data.pieces).toHaveLength(3)
  expect(JSON.stringify(data)).not.toContain('answers')
  expect(Buffer.from((await admin.get(paths[1]!)).bytes).equals(film(0))).toBe(true)
  expect((await admin.get(paths[2]!)).headers.get('content-type')).toBe('image/jpeg')
  const own = (await who.client.get(`/api/proctoring/attempts/${attempt}`)).body.data
  expect(own.views).toMatchObject([{ examiner: null, reason: 'Klacht van de deelnemer over de zaal.' }])
  const audit = await world.app.asSystem(() => db.from('core_audit_log').where('reason', 'proctoring.evidence'))
  expect(audit.length).toBeGreaterThan(0)

  // Another attempt needs its own reason, and this reason expires after an hour.
  const other = await takeQuiz(world, await world.candidate())
  expect((await admin.get(`/api/proctoring/evidence/${other}`)).status).toBe(404)
  await world.app.asSystem(() =>
    db
      .from('proctoring_views')
      .whereNotNull('reason')
      .update({ at: db.raw(`now() - interval '61 minutes'`) }),
  )
  expect(await statuses(admin)).toEqual([404, 404, 404])
})

it('gives nobody else access', async () => {
  const who = await world.candidate()
  const attempt = await takeQuiz(world, who)
  const at = `/api/proctoring/evidence/${attempt}`
  const reason = { reason: 'Ik wil graag even kijken.' }
  for (const client of [world.supervisor, who.client, await world.examiner()]) {
    expect((await client.post(at, reason)).status).toBe(404)
    expect((await client.get(at)).status).toBe(404)
  }
  expect((await admin.post(`/api/proctoring/evidence/${attempt + 1000}`, reason)).status).toBe(404)
})

it('answers a range with the asked bytes of the decrypted piece', async () => {
  const attempt = await takeQuiz(world, await world.candidate())
  const at = `/api/proctoring/evidence/${attempt}`
  expect((await admin.post(at, { reason: 'Klacht van de deelnemer over het beeld.' })).status).toBe(200)
  const { pieces } = (await admin.get(at)).body.data
  const path = `${at}/pieces/${pieces[0].id}`
  const whole = film(0)
  const get = async (range: string, more: Record<string, string> = {}) => {
    const { status, headers, bytes } = await admin.get(path, { range, ...more })
    return { status, range: headers.get('content-range'), bytes: Buffer.from(bytes) }
  }
  const size = whole.length
  expect(await get('bytes=10-19')).toEqual({ status: 206, range: `bytes 10-19/${size}`, bytes: whole.subarray(10, 20) })
  expect(await get('bytes=-5')).toEqual({ status: 206, range: `bytes ${size - 5}-${size - 1}/${size}`, bytes: whole.subarray(size - 5) })
  expect((await get(`bytes=${size - 1}-`)).bytes).toEqual(whole.subarray(size - 1))
  expect(await get(`bytes=${size}-`)).toEqual({ status: 416, range: `bytes */${size}`, bytes: Buffer.alloc(0) })
  for (const bad of ['bytes=5-2', 'bytes=a-b', 'lines=1-2']) expect(await get(bad)).toEqual({ status: 200, range: null, bytes: whole })
  expect((await get('bytes=10-19', { 'if-range': '"old"' })).status).toBe(200)
  // An examiner's player asks for several pieces at the same time: the participant reads one view.
  const views = () =>
    world.app.asSystem(() =>
      db
        .from('proctoring_views as v')
        .join('proctoring_recordings as r', 'r.id', 'v.recording_id')
        .where('r.attempt_id', attempt)
        .whereNull('v.reason')
        .select('v.id'),
    )
  const examiner = await world.examiner()
  expect((await examiner.post(`/api/proctoring/reviews/${attempt}/claim`)).status).toBe(200)
  const before = (await views()).length
  const paths = pieces.map(({ id }: { id: number }) => `/api/proctoring/reviews/${attempt}/pieces/${id}`)
  expect((await Promise.all(paths.map((one: string) => examiner.get(one, { range: 'bytes=0-9' })))).map(({ status }) => status)).toEqual([
    206, 206, 206,
  ])
  expect((await views()).length).toBe(before + 1)
})

it('stores one of three concurrent refusals, and mails once', async () => {
  const who = await world.candidate()
  const path = `/api/proctoring/quizzes/${who.participation}/${who.activity}/refuse`
  const answers = await Promise.all([1, 2, 3].map(() => who.client.post(path)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  const rows = await world.app.asSystem(() =>
    db.from('proctoring_recordings').where({ participation_id: who.participation, state: 'refused' }).select('id'),
  )
  expect(rows).toHaveLength(1)
})

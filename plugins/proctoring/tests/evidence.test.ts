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

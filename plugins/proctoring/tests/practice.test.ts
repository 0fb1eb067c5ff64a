import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { createParticipant } from '#core/testing/factories'
import { signInAs } from '#core/testing/app'
import { recordedWorld, type RecordedWorld } from './recorded.js'

// The practice run of a recorded quiz: the server stores only when everything worked (decision 0381).

let world: RecordedWorld
let db: typeof import('@adonisjs/lucid/services/db').default

beforeAll(async () => {
  world = await recordedWorld()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
})

const counted = () =>
  world.app.asSystem(async () => {
    const tables = ['proctoring_recordings', 'proctoring_pieces', 'proctoring_marks', 'learning_attempts', 'core_files']
    return Promise.all(tables.map(async (table) => Number((await db.from(table).count('* as n'))[0].n)))
  })
const filesIn = (folder: string): number =>
  readdirSync(folder).reduce((n, name) => n + (statSync(join(folder, name)).isDirectory() ? filesIn(join(folder, name)) : 1), 0)

it('is done days ahead and as often as one likes; the supervisor sees the day, and nothing else is stored', async () => {
  const who = await world.candidate()
  const at = `/api/proctoring/quizzes/${who.participation}/${who.activity}/practice`
  const before = await counted()
  const { env } = process
  const stored = filesIn(env.DATA_DIR!)
  expect((await who.client.get(at)).body.data).toMatchObject({ course: 'Veilig werken, examen op afstand', done_at: null })
  expect((await who.client.post(at, { works: false })).status).toBe(422)
  const [one, two] = await Promise.all([who.client.post(at, { works: true }), who.client.post(at, { works: true })])
  expect([one.status, two.status]).toEqual([200, 200])
  const { done_at: done } = (await who.client.get(at)).body.data
  expect(Date.now() - new Date(done).getTime()).toBeLessThan(600_000)
  expect(await counted()).toEqual(before)
  expect(filesIn(env.DATA_DIR!)).toBe(stored)
  const rows = await world.app.asSystem(async () => db.from('proctoring_practices').where('membership_id', who.member.id))
  expect(rows).toHaveLength(1)
  expect(Object.keys(rows[0]).sort()).toEqual(['activity_key', 'company_id', 'course_id', 'done_at', 'id', 'membership_id'])

  // Done again on a later day: the last day counts.
  await world.app.asSystem(() =>
    db
      .from('proctoring_practices')
      .where('membership_id', who.member.id)
      .update({ done_at: db.raw(`now() - interval '3 days'`) }),
  )
  expect((await who.client.post(at, { works: true })).status).toBe(200)
  expect((await who.client.get(at)).body.data.done_at.slice(0, 10)).toBe(done.slice(0, 10))

  const list = (await world.supervisor.get('/api/people/participants?per_page=100&columns=proctoring_practised')).body.data
  expect(list.find(({ id }: { id: number }) => id === who.member.id).extra.proctoring_practised).toContain(done.slice(0, 10))

  // The real attempt begins as if there had been no practice run.
  const start = await who.client.post(`/api/learning/participations/${who.participation}/activities/${who.activity}/attempts`, {
    touch_only: false,
  })
  expect([start.status, start.body.code]).toEqual([409, 'recording_not_prepared'])
})

it('is possible for the person’s own recorded quiz only', async () => {
  const who = await world.candidate()
  const at = `/api/proctoring/quizzes/${who.participation}/${who.activity}/practice`
  const colleague = await createParticipant(world.own.loginId, { signsIn: true })
  const client = await signInAs(colleague.email, undefined, world.own.loginId)
  expect((await client.get(at)).status).toBe(404)
  expect((await client.post(at, { works: true })).status).toBe(404)
  const { body } = await who.client.get(`/api/learning/participations/${who.participation}`)
  const steps = body.data.modules.flatMap(({ activities }: { activities: { id: number; recorded: boolean }[] }) => activities)
  expect(steps.filter(({ recorded }: { recorded: boolean }) => recorded).map(({ id }: { id: number }) => id)).toEqual([who.activity])
  const reading = steps.find(({ recorded }: { recorded: boolean }) => !recorded).id
  expect((await who.client.get(`/api/proctoring/quizzes/${who.participation}/${reading}/practice`)).status).toBe(404)
})

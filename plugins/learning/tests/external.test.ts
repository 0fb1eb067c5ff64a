import { SignJWT } from 'jose'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestApp, signInAs, testApp } from '#core/testing/app'
import { TestClient } from '#core/testing/client'
import { changeQuiz as changeSettings, nextStep, ofStep, participationIn, participations, type Step, steps } from './journey.js'

let app: TestApp
let client: TestClient
let supervisor: TestClient
let participation: number
let external: Step

/** The server of another system, without session and cookie. */
const callBack = async (token: string) => new TestClient(app.url).post('/api/learning/external/finished', { token })

async function sign(claims: Record<string, unknown>, { secret, expires = '5m' }: { secret?: string; expires?: string } = {}) {
  const { signingSecret } = await import('../server/services/external_return.js')
  const key = secret ?? signingSecret(await courseId(), 'winda-nummer')
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuedAt()
    .setExpirationTime(expires)
    .sign(new TextEncoder().encode(key))
}

const query = async <T>(sql: string, values: (string | number)[] = []) =>
  app.asSystem(async () => {
    const { default: db } = await import('@adonisjs/lucid/services/db')
    return (await db.rawQuery<{ rows: T[] }>(sql, values)).rows
  })

const courseId = async () =>
  (await query<{ course_id: number }>('select course_id from learning_participations where id = ?', [participation]))[0]!.course_id

/** Goes to the external step of this course, with every earlier step done. */
async function comeToIt(): Promise<void> {
  await query('delete from learning_external_work where participation_id = ?', [participation])
  await query(`update learning_participations set status = 'busy', finished_at = null where id = ?`, [participation])
  await query('delete from learning_activity_states where participation_id = ?', [participation])
  await query(
    `insert into learning_activity_states (company_id, participation_id, activity_id, status, finished_at)
     select p.company_id, p.id, a.id, 'finished', now()
       from learning_participations p join learning_activities a on a.version_id = p.version_id
      where p.id = ? and a.position < (select position from learning_activities where version_id = p.version_id and type = 'external')`,
    [participation],
  )
}

/** The `launch` in the person's address. */
async function launchOf(): Promise<string> {
  const { body, status } = await client.post(`${ofStep(participation, external)}/launch`)
  expect(status).toBe(200)
  return new URL(body.data.address).searchParams.get('launch')!
}

const statusNow = async () => (await steps(client, participation)).find(({ id }) => id === external.id)!.status

beforeAll(async () => {
  app = await testApp()
  client = await signInAs('leerling@noordwind.example')
  supervisor = await signInAs('beheerder@noordwind.example')
  participation = await participationIn(client, 'Introductie offshore wind')
  await client.post(`${participations}/${participation}/language`, { language: 'nl' })
  external = (await steps(client, participation)).find(({ type }) => type === 'external')!
})
beforeEach(comeToIt)

describe('an external activity confirmed by a supervisor', () => {
  it('is locked until its turn, and cannot be launched either', async () => {
    await query(`delete from learning_activity_states where participation_id = ?`, [participation])
    for (const call of ['launch', 'report'])
      expect((await client.post(`${ofStep(participation, external)}/${call}`)).body.code).toBe('activity_locked')
    expect((await supervisor.post(`${ofStep(participation, external)}/confirm`, { note: 'Gezien' })).body.code).toBe('activity_locked')
  })

  it('shows its destination without the address, and opens it with a launch and a return address', async () => {
    const page = (await client.get(ofStep(participation, external))).body.data
    expect(page.external).toEqual({ host: 'winda.globalwindsafety.org', finished_by: 'supervisor' })
    const address = new URL((await client.post(`${ofStep(participation, external)}/launch`)).body.data.address)
    expect(address.origin).toBe('https://winda.globalwindsafety.org')
    expect(address.searchParams.get('return_url')).toMatch(new RegExp(`/deelnemer/training/activiteit/${participation}/${external.id}$`))
    expect(await launchOf()).toBe(address.searchParams.get('launch'))
    expect(await statusNow()).toBe('doing')
  })

  it('can be confirmed by a supervisor from its turn until it is done', async () => {
    const offered = async () => {
      const { modules } = (await supervisor.get(`/api/learning/insights/${participation}`)).body.data
      const all: { id: number; may_confirm: boolean }[] = modules.flatMap(({ steps: of }: { steps: object[] }) => of)
      return all.filter(({ may_confirm: may }) => may).map(({ id }) => id)
    }
    expect(await offered()).toEqual([external.id])
    await supervisor.post(`${ofStep(participation, external)}/confirm`, { note: 'Gezien' })
    expect(await offered()).toEqual([])
    await query('delete from learning_activity_states where participation_id = ?', [participation])
    expect(await offered(), 'locked').toEqual([])
    await comeToIt()
    await query(`update learning_participations set status = 'cancelled' where id = ?`, [participation])
    expect(await offered(), 'over').toEqual([])
  })

  it('is reported after it was opened, waits, and continues once it is confirmed', async () => {
    expect((await client.post(`${ofStep(participation, external)}/report`)).body.code).toBe('activity_not_opened')
    await launchOf()
    await client.post(`${ofStep(participation, external)}/report`)
    expect(await statusNow()).toBe('waiting')
    expect(await nextStep(client, participation)).toBeUndefined()

    expect((await client.post(`${ofStep(participation, external)}/confirm`, { note: 'Zelf' })).status).toBe(403)
    expect((await supervisor.post(`${ofStep(participation, external)}/confirm`, { note: '  ' })).status).toBe(422)
    expect((await supervisor.post(`${ofStep(participation, external)}/confirm`, { note: 'Nummer gezien' })).status).toBe(200)
    expect(await statusNow()).toBe('finished')
    expect((await nextStep(client, participation)).type).toBe('evaluation')
    const [row] = await query<{ note: string; confirmed_by: number }>(
      'select note, confirmed_by from learning_external_work where participation_id = ?',
      [participation],
    )
    expect(row).toMatchObject({ note: 'Nummer gezien' })
    expect(row!.confirmed_by).toBeGreaterThan(0)
    expect((await supervisor.get(`/api/learning/insights/${participation}`)).body.data.history[0]).toMatchObject({
      action: 'confirm',
      reason: 'Nummer gezien',
      step: external.title,
      by: expect.any(String),
    })
    expect((await supervisor.post(`${ofStep(participation, external)}/confirm`, { note: 'Nog eens' })).body.code).toBe('activity_finished')
  })

  it('cannot be finished by the calls of other types, nor other types by its calls', async () => {
    expect((await client.post(`${ofStep(participation, external)}/complete`)).body.code).toBe('activity_not_completable')
    const [page] = await steps(client, participation)
    expect((await client.post(`${ofStep(participation, page!)}/launch`)).body.code).toBe('activity_not_startable')
    expect((await supervisor.post(`${ofStep(participation, page!)}/confirm`, { note: 'Gelezen' })).body.code).toBe(
      'activity_not_completable',
    )
  })

  it('is not found by the supervisor of another company', async () => {
    const stranger = await signInAs('beheerder@bouwmeester.example')
    expect((await stranger.post(`${ofStep(participation, external)}/confirm`, { note: 'Gezien' })).status).toBe(404)
  })
})

describe('a signed return call', () => {
  beforeEach(() => changeSettings(external.id, { finished_by: 'return_call' }))

  it('finishes its launch once, with its grade', async () => {
    const launch = await launchOf()
    const token = await sign({ launch, grade: 87 })
    expect((await callBack(token)).status).toBe(200)
    expect(await statusNow()).toBe('finished')
    expect((await callBack(await sign({ launch, grade: 12 }))).status).toBe(200)
    const rows = await query('select grade from learning_external_work where participation_id = ?', [participation])
    expect(rows).toEqual([{ grade: 87 }])
  })

  it('counts once when it is sent many times concurrently', async () => {
    const token = await sign({ launch: await launchOf() })
    const answers = await Promise.all(Array.from({ length: 8 }, () => callBack(token)))
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
  })

  it('is refused with a wrong signature, when it is too old, and without content', async () => {
    const launch = await launchOf()
    const { signingSecret } = await import('../server/services/external_return.js')
    const others = [
      await sign({ launch }, { secret: 'a-secret-that-is-somebody-elses-altogether' }),
      await sign({ launch }, { secret: signingSecret(await courseId(), 'another-activity') }),
      `${(await sign({ launch })).split('.').slice(0, 2).join('.')}.`,
      // Without a signature.
      `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify({ launch, iat: 1, exp: 9e9 })).toString('base64url')}.`,
    ]
    for (const token of others) expect((await callBack(token)).body.code).toBe('signature_invalid')
    expect((await callBack(await sign({ launch }, { expires: '-5m' }))).body.code).toBe('signature_expired')
    expect((await callBack(await sign({ launch: 'x'.repeat(32) }))).status).toBe(404)
    expect((await callBack('not.a.token')).body.errors).toEqual([{ field: 'token', rule: 'format' }])
    for (const grade of [-1, 101, 1.5, '90', {}]) expect((await callBack(await sign({ launch, grade }))).status).toBe(422)
    expect(await statusNow()).toBe('doing')
  })

  it('has no effect when a supervisor confirms the activity, even with the right secret', async () => {
    await changeSettings(external.id, { finished_by: 'supervisor' })
    const token = await sign({ launch: await launchOf(), grade: 100 })
    expect((await callBack(token)).status).toBe(404)
    expect(await statusNow()).toBe('doing')
  })

  it('cannot be replaced by a report of the person', async () => {
    await launchOf()
    expect((await client.post(`${ofStep(participation, external)}/report`)).body.code).toBe('activity_not_completable')
  })
})

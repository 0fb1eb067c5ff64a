import { beforeAll, describe, expect, it } from 'vitest'
import { signInSupervisor, type TestApp, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'
import { createCompany, createParticipant, type TestCompany } from '#core/testing/factories'

// Requests of strangers and forged bodies get an error code and change nothing.

const base = '/api/flows/flows'
let app: TestApp
let db: typeof import('@adonisjs/lucid/services/db').default
let own: TestCompany
let other: TestCompany
let supervisor: TestClient
let stranger: TestClient
let courses: number[]

beforeAll(async () => {
  app = await testApp()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
  own = await createCompany()
  other = await createCompany()
  supervisor = await signInSupervisor(own.loginId)
  stranger = await signInSupervisor(other.loginId)
  courses = (await supervisor.get('/api/flows/options')).body.data.courses.map(({ id }: { id: number }) => id)
})

const step = (key: string, course: number) => ({ key, course, due_days: null, optional: false })
const definition = (over: object = {}) => ({
  steps: [step('a', courses[0]!), step('b', courses[1]!)],
  rules: [
    { step: 'a', type: 'direct' },
    { step: 'b', type: 'status', other: 'a', when: 'finished' },
  ],
  ...{ finish: null, expired: 'restart', skip_held: true, repeat_months: null },
  ...over,
})
const WRONG = [null, '', 'x\u0000y', -1, 1e308, 1.5, true, [], {}, [[]], { __proto__: { x: 1 } }, '\ud800', 'a'.repeat(100_000)]

/** Bodies in each of which one value, at any depth, is wrong, missing, or has an extra one next to it. */
function* forgeries(value: unknown): Generator<unknown> {
  yield* WRONG
  if (typeof value !== 'object' || value === null) return
  for (const [key, own] of Object.entries(value)) {
    const put = (other: unknown): unknown => (Array.isArray(value) ? value.with(Number(key), other) : { ...value, [key]: other })
    for (const other of forgeries(own)) yield put(other)
    if (!Array.isArray(value)) yield { ...value, [key]: undefined, constructor: 1 }
  }
}

let made = 0
const flowOf = async (client: TestClient) => {
  made += 1
  const sent = { name: `Attacked ${made}`, active: true, groups: [], definition: definition() }
  return (await client.post(base, sent)).body.data
}
const people = () => app.asSystem(() => db.from('flows_people').count('* as total').firstOrFail())

describe('another company', () => {
  it('cannot be added by a bulk action, a group or an address', async () => {
    const mine = await flowOf(supervisor)
    const theirs = await flowOf(stranger)
    const somebody = await createParticipant(own.loginId)
    const outsider = await createParticipant(other.loginId)
    const group = (await stranger.post('/api/groups/groups', { kind: 'location', name: 'Theirs' })).body.data.id
    await stranger.post(`/api/groups/groups/${group}/members`, { members: [outsider.id] })
    const before = await people()
    const joined = await supervisor.post('/api/people/participants/act', {
      action: 'flows.join',
      ids: [somebody.id],
      input: { flow: theirs.id },
    })
    await app.settle()
    const rows = (await supervisor.get(`/api/core/tasks/${joined.body.data.id}/rows`)).body.data
    expect(rows.map(({ code }: { code: string | null }) => code)).toEqual(['not_found'])
    const added = await supervisor.post(`${base}/${mine.id}/people`, { members: [], groups: [], emails: [outsider.email] })
    expect(added.body.data).toMatchObject({ joined: 0, unknown: [outsider.email] })
    const grouped = await supervisor.post(`${base}/${mine.id}/people`, { members: [somebody.id], groups: [group], emails: [] })
    expect([grouped.status, grouped.body.errors]).toEqual([422, [expect.objectContaining({ field: 'groups', rule: 'enum' })]])
    const named = await supervisor.post(`${base}/${mine.id}/people`, { members: [somebody.id, outsider.id], groups: [], emails: [] })
    expect([named.status, named.body.errors]).toEqual([422, [expect.objectContaining({ field: 'members', rule: 'enum' })]])
    const asked = { flow: theirs.id, members: [], groups: [], emails: [] }
    expect((await supervisor.post('/api/flows/dry-run', asked)).status).toBe(404)
    expect((await supervisor.get(`/api/flows/people?flow=${theirs.id}`)).body.data).toEqual([])
    expect(await people()).toEqual(before)
  })

  it('cannot be removed', async () => {
    const theirs = await flowOf(stranger)
    const outsider = await createParticipant(other.loginId)
    await stranger.post(`${base}/${theirs.id}/people`, { members: [outsider.id], groups: [], emails: [] })
    const [{ id: row }] = (await stranger.get(`/api/flows/people?flow=${theirs.id}`)).body.data
    await supervisor.post('/api/flows/people/act', { action: 'flows.leave', ids: [row], input: { cancel: true } })
    await app.settle()
    expect((await stranger.get(`/api/flows/people?flow=${theirs.id}`)).body.data).toHaveLength(1)
  })
})

describe('concurrent requests', () => {
  it('keep one of two saves of a flow, and report a conflict to the other', async () => {
    const { id, updated_at: version } = await flowOf(supervisor)
    const [a, b] = courses as [number, number]
    const save = (days: number) =>
      supervisor.put(`${base}/${id}`, {
        ...{ name: `Saved ${days}`, active: true, groups: [], move: true, updated_at: version },
        definition: definition({
          rules: [
            { step: 'a', type: 'direct' },
            { step: 'b', type: 'relative', other: 'a', when: 'finished', days },
          ],
        }),
      })
    const answers = await Promise.all([save(1), save(2), save(3)])
    const kept = answers.filter(({ status }) => status === 200)
    expect(answers.map(({ status, body }) => (status === 200 ? 'kept' : body.code)).sort()).toEqual([
      'changed_meanwhile',
      'changed_meanwhile',
      'kept',
    ])
    const { data } = (await supervisor.get(`${base}/${id}`)).body
    expect(data).toMatchObject({ name: kept[0]!.body.data.name, version: 2, definition: kept[0]!.body.data.definition })
    expect([a, b]).toEqual(data.definition.steps.map(({ course }: { course: number }) => course))
  })

  it('starts nothing twice, and leaves nothing waiting, when a flow is paused and activated while its people are advanced', async () => {
    const { id } = await flowOf(supervisor)
    const members = await Promise.all(Array.from({ length: 30 }, () => createParticipant(own.loginId)))
    const { updateFlows } = await import('#plugins/flows/server/services/clock')
    const look = () => app.inCompany(own.loginId, updateFlows)
    const toggle = async (active: boolean) => {
      const { name, groups, definition: now, updated_at: version } = (await supervisor.get(`${base}/${id}`)).body.data
      return supervisor.put(`${base}/${id}`, { name, groups, definition: now, active, move: false, updated_at: version })
    }
    await toggle(false)
    await supervisor.post(`${base}/${id}/people`, { members: members.map((one) => one.id), groups: [], emails: [] })
    await Promise.all([look(), toggle(true), look(), toggle(false), look()])
    await toggle(true)
    await Promise.all([look(), look()])
    const given = await app.asSystem(() =>
      db
        .from('learning_participations')
        .whereIn(
          'membership_id',
          members.map((one) => one.id),
        )
        .select('membership_id'),
    )
    expect(given.map((row) => row.membership_id).sort()).toEqual(members.map((one) => one.id).sort())
    const steps = await app.asSystem(() =>
      db
        .from('flows_steps as s')
        .join('flows_people as p', 'p.id', 's.person_id')
        .where('p.flow_id', id)
        .whereNotNull('s.started_on')
        .count('* as total'),
    )
    expect(Number(steps[0].total)).toBe(members.length)
  })
})

describe('a forged body', () => {
  it('gets an error code and stores nothing', async () => {
    const send = async (over: object) => {
      const { status, body } = await supervisor.post(base, { name: 'Forged', active: true, groups: [], definition: definition(over) })
      return [status, body.code]
    }
    const [a, b] = courses as [number, number]
    expect(await send({ steps: [step('a', a), step('a', b)] })).toEqual([422, 'validation_failed'])
    expect(await send({ steps: [step('__proto__', a), step('b', b)] })).toEqual([422, 'validation_failed'])
    const named = { steps: [step('constructor', a), step('b', b)], rules: [{ step: 'b', type: 'direct' }] }
    expect(await send(named)).toEqual([422, 'flow_invalid'])
    expect(await send({ steps: Array.from({ length: 500 }, (_one, index) => step(`s${index}`, index + 1)) })).toEqual([
      422,
      'validation_failed',
    ])
    expect(
      await send({
        rules: [
          { step: 'a', type: 'direct' },
          { step: 'b', type: 'relative', other: 'a', when: 'finished', days: 1e9 },
        ],
      }),
    ).toEqual([422, 'validation_failed'])
    expect(
      await send({
        rules: [
          { step: 'a', type: 'direct' },
          { step: 'b', type: 'date', on: '2026-13-45', mode: 'from' },
        ],
      }),
    ).toEqual([422, 'flow_invalid'])
    expect((await supervisor.get(`${base}?search=Forged`)).body.data).toEqual([])
  })

  it('cannot give the key of a removed step to another training, which would count as passed', async () => {
    const [a, b, c] = courses as [number, number, number]
    const { id } = await flowOf(supervisor)
    const save = async (steps: object[], rules: object[]) => {
      const { name, updated_at: version } = (await supervisor.get(`${base}/${id}`)).body.data
      const body = { name, active: true, groups: [], move: true, updated_at: version, definition: definition({ steps, rules }) }
      const { status, body: answer } = await supervisor.put(`${base}/${id}`, body)
      return [status, answer.code]
    }
    const direct = (...keys: string[]) => keys.map((key) => ({ step: key, type: 'direct' }))
    expect(await save([step('b', b), step('c', c)], direct('b', 'c'))).toEqual([200, undefined])
    expect(await save([step('a', c), step('b', b)], direct('a', 'b'))).toEqual([422, 'step_changed_course'])
    expect(await save([step('a', a), step('b', b)], direct('a', 'b'))).toEqual([200, undefined])
  })

  it('gets an error code from every route, for any wrong value in any field', async () => {
    const { id, updated_at: version } = await flowOf(supervisor)
    const somebody = await createParticipant(own.loginId)
    const saved = { name: 'Forged', active: true, groups: [], definition: definition(), filter: null, filter_name: null, again: false }
    const asked = { members: [somebody.id], groups: [], emails: ['a@b.example'] }
    const routes: [string, string, object][] = [
      ['post', base, saved],
      ['put', `${base}/${id}`, { ...saved, move: true, updated_at: version }],
      ['post', `${base}/${id}/people`, asked],
      ['post', `${base}/${id}/check`, { ids: [1] }],
      ['post', '/api/flows/dry-run', { ...asked, flow: id, definition: definition(), filter: null }],
      ['post', '/api/flows/people/act', { action: 'flows.leave', ids: [1], input: { cancel: true } }],
      ['post', '/api/flows/people/act', { action: 'flows.extend', ids: [1], input: { due_on: '2030-01-01', reason: 'x' } }],
      ['post', '/api/people/participants/act', { action: 'flows.join', ids: [1], input: { flow: id } }],
    ]
    const seen: string[] = []
    for (const [method, path, body] of routes)
      for (const forged of forgeries(body)) {
        const { status, body: answer } = await supervisor[method as 'post'](path, forged)
        if (status >= 500 || (status >= 400 && typeof answer?.code !== 'string'))
          seen.push(`${path} ${status} ${JSON.stringify(forged).slice(0, 200)}`)
      }
    expect(seen).toEqual([])
    for (const path of [`${base}/0`, `${base}/x`, `${base}/99999999999999999999`, '/api/flows/persons/-1'])
      expect([path, (await supervisor.get(path)).status]).toEqual([path, 404])
  })

  it('is refused for addresses with control characters, and for too many', async () => {
    const { id } = await flowOf(supervisor)
    const add = (emails: string[]) => supervisor.post(`${base}/${id}/people`, { members: [], groups: [], emails })
    expect((await add(['a\u0000b@c.example'])).status).toBe(422)
    expect((await add(Array.from({ length: 5001 }, (_one, index) => `a${index}@b.example`))).status).toBe(422)
    expect((await add(Array.from({ length: 5000 }, (_one, index) => `a${index}@b.example`))).body.data.joined).toBe(0)
  })

  it('may contain a distant date and a name in any script', async () => {
    const far = {
      rules: [
        { step: 'a', type: 'date', on: '9999-12-31', mode: 'from' },
        { step: 'b', type: 'date', on: '0001-01-01', mode: 'from' },
      ],
    }
    const sent = { name: 'Ver weg 王小明 محمد', active: true, groups: [], definition: definition(far) }
    const { id } = (await supervisor.post(base, sent)).body.data
    const somebody = await createParticipant(own.loginId, { firstname: '王小明', lastname: '', birthdate: '1990-01-01' })
    await supervisor.post(`${base}/${id}/people`, { members: [somebody.id], groups: [], emails: [] })
    const [row] = (await supervisor.get(`/api/flows/people?flow=${id}`)).body.data
    expect(row).toMatchObject({ name: '王小明', state: 'started' })
  })
})

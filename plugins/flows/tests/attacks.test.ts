import { beforeAll, describe, expect, it } from 'vitest'
import { signInAs, type TestApp, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'
import { createCompany, createParticipant, createSupervisor, type TestCompany } from '#core/testing/factories'

// What a stranger and a forged body get: a code, and nothing is changed.

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
  supervisor = await signInAs((await createSupervisor(own.loginId, { signsIn: true })).email, undefined, own.loginId)
  stranger = await signInAs((await createSupervisor(other.loginId, { signsIn: true })).email, undefined, other.loginId)
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
let made = 0
const flowOf = async (client: TestClient) => {
  made += 1
  const sent = { name: `Attacked ${made}`, active: true, groups: [], definition: definition() }
  return (await client.post(base, sent)).body.data
}
const people = () => app.asSystem(() => db.from('flows_people').count('* as total').firstOrFail())

describe('another company', () => {
  it('brings nobody in by a bulk action, by a group or by an address', async () => {
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
    const asked = { flow: theirs.id, members: [], groups: [], emails: [] }
    expect((await supervisor.post('/api/flows/dry-run', asked)).status).toBe(404)
    expect((await supervisor.get(`/api/flows/people?flow=${theirs.id}`)).body.data).toEqual([])
    expect(await people()).toEqual(before)
  })

  it('takes nobody out', async () => {
    const theirs = await flowOf(stranger)
    const outsider = await createParticipant(other.loginId)
    await stranger.post(`${base}/${theirs.id}/people`, { members: [outsider.id], groups: [], emails: [] })
    const [{ id: row }] = (await stranger.get(`/api/flows/people?flow=${theirs.id}`)).body.data
    await supervisor.post('/api/flows/people/act', { action: 'flows.leave', ids: [row], input: { cancel: true } })
    await app.settle()
    expect((await stranger.get(`/api/flows/people?flow=${theirs.id}`)).body.data).toHaveLength(1)
  })
})

describe('a forged body', () => {
  it('gets a code, and keeps nothing', async () => {
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

  it('of addresses with control characters, or too many, is refused', async () => {
    const { id } = await flowOf(supervisor)
    const add = (emails: string[]) => supervisor.post(`${base}/${id}/people`, { members: [], groups: [], emails })
    expect((await add(['a\u0000b@c.example'])).status).toBe(422)
    expect((await add(Array.from({ length: 5001 }, (_one, index) => `a${index}@b.example`))).status).toBe(422)
    expect((await add(Array.from({ length: 5000 }, (_one, index) => `a${index}@b.example`))).body.data.joined).toBe(0)
  })

  it('may name a far day and a person of any script', async () => {
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

import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, today } from '#core/kit/days'
import { type TestApp, signInAs, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'

const URL = '/api/external_courses/courses'
const PNG = Uint8Array.from(
  Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64'),
)
let app: TestApp
let manager: TestClient
let other: TestClient
let participant: TestClient
let person: { id: number; name: string }

beforeAll(async () => {
  app = await testApp()
  manager = await signInAs('beheerder@noordwind.example')
  other = await signInAs('beheerder@bouwmeester.example')
  participant = await signInAs('leerling@noordwind.example')
  ;[person] = (await manager.get('/api/core/people?role=leerling&search=leerling@noordwind.example')).body.data
})

const add = (more: object = {}, client = manager) => client.post(URL, { name: 'BHV', membership_id: person.id, status: 'passed', ...more })
const upload = (client: TestClient, id: number, content: Uint8Array, name: string, description = '') => {
  const form = new FormData()
  form.append('file', new Blob([Uint8Array.from(content)]), name)
  return client.post(`${URL}/${id}/attachments?${new URLSearchParams({ name, description }).toString()}`, form)
}

describe('external courses', () => {
  it('are added, found, changed and removed', async () => {
    const { status, body } = await add({ name: 'Première hulp', grade: 77, valid_until: '2031-01-31', description: 'In Zwolle' })
    expect(status).toBe(201)
    expect(body.data).toMatchObject({
      name: 'Première hulp',
      grade: 77,
      valid_until: '2031-01-31',
      expired: false,
      person: { id: person.id },
      files: [],
    })
    const { id, updated_at } = body.data
    const found = await manager.get(`${URL}?search=${encodeURIComponent(`premiere ${person.name.split(' ')[0]}`)}`)
    expect(found.body.data.map((row: { id: number }) => row.id)).toEqual([id])
    const change = { name: 'Eerste hulp', membership_id: person.id, status: 'failed', updated_at }
    expect((await manager.put(`${URL}/${id}`, change)).body.data).toMatchObject({
      name: 'Eerste hulp',
      status: 'failed',
      grade: null,
      valid_until: null,
    })
    // Made from an old version: the response has the current values.
    const stale = await manager.put(`${URL}/${id}`, { ...change, name: 'Te laat' })
    expect([stale.status, stale.body]).toMatchObject([409, { code: 'changed_meanwhile', current: { name: 'Eerste hulp' } }])
    expect((await manager.delete(`${URL}/${id}`)).status).toBe(200)
    expect((await manager.get(`${URL}/${id}`)).status).toBe(404)
  })

  it('are filtered by state and by what expires', async () => {
    for (const [name, valid_until, status] of [
      ['Filter A', addDays(today(), 10), 'passed'],
      ['Filter B', addDays(today(), -1), 'passed'],
      ['Filter C', null, 'busy'],
      ['Filter D', addDays(today(), 400), 'passed'],
    ] as const)
      await add({ name, valid_until, status })
    const names = async (query: string) =>
      (await manager.get(`${URL}?search=filter&${query}`)).body.data.map(({ name }: { name: string }) => name)
    expect(await names('sort=valid_until')).toEqual(['Filter B', 'Filter A', 'Filter D', 'Filter C'])
    expect(await names('valid=expiring')).toEqual(['Filter A'])
    expect(await names('valid=expired')).toEqual(['Filter B'])
    expect(await names('valid=endless')).toEqual(['Filter C'])
    expect(await names('status=busy')).toEqual(['Filter C'])
  })

  it('report each problem at its field', async () => {
    const rules = async (more: object) =>
      ((await add(more)).body.errors ?? []).map(({ field, rule }: Record<string, string>) => `${field}: ${rule}`)
    expect(await rules({ name: ' ' })).toEqual(['name: minLength'])
    expect(await rules({ status: 'unknown' })).toEqual(['status: enum'])
    expect(await rules({ grade: 101 })).toEqual(['grade: range'])
    expect(await rules({ valid_until: '31-01-2031' })).toEqual(['valid_until: day'])
    expect(await rules({ membership_id: 99_999_999 })).toEqual(['membership_id: enum'])
    const [supervisor] = (await manager.get('/api/core/people?role=beheerder')).body.data
    expect(await rules({ membership_id: supervisor.id })).toEqual(['membership_id: enum'])
  })

  it('are separated by company, and an admin sees those of all companies', async () => {
    const { id, updated_at } = (await add({ name: 'Only ours' })).body.data
    expect((await other.get(`${URL}?search=ours`)).body.meta.total).toBe(0)
    expect((await other.get(`${URL}/${id}`)).status).toBe(404)
    expect((await other.put(`${URL}/${id}`, { name: 'Mine', membership_id: person.id, status: 'busy', updated_at })).status).toBe(422)
    expect((await other.delete(`${URL}/${id}`)).status).toBe(404)
    expect((await add({}, other)).body.errors[0]).toMatchObject({ field: 'membership_id', rule: 'enum' })
    const admin = await signInAs('admin@platform.example')
    expect((await admin.get(`${URL}?search=ours`)).body.meta.total).toBe(1)
    // They see only their own company, not all companies of the platform.
    const { data: companies } = (await admin.get('/api/companies')).body
    const at = async (loginId: string) =>
      (await admin.get(`${URL}?search=ours&company=${companies.find((row: { login_id: string }) => row.login_id === loginId).id}`)).body
        .meta.total
    expect([await at('noordwind'), await at('bouwmeester')]).toEqual([1, 0])
    const theirs = await add({ name: 'By the platform' }, admin)
    expect(theirs.status).toBe(201)
    expect((await manager.get(`${URL}/${theirs.body.data.id}`)).status).toBe(200)
    expect((await participant.get(URL)).status).toBe(403)
  })
})

describe('attachments', () => {
  it('are checked by their content, listed, served to people with access, and removed with the course', async () => {
    const { id } = (await add({ name: 'Met bewijs' })).body.data
    const { status, body } = await upload(manager, id, PNG, 'Diploma.png', 'Voorkant')
    expect(status).toBe(201)
    expect(body.data.files).toMatchObject([{ name: 'Diploma.png', description: 'Voorkant', size: PNG.length }])
    const html = await upload(manager, id, new TextEncoder().encode('<script>alert(1)</script>'), 'Diploma.pdf')
    expect([html.status, html.body.errors?.[0]]).toMatchObject([422, { field: 'file', rule: 'wrong_file_type' }])
    expect((await upload(other, id, PNG, 'x.png')).status).toBe(404)

    const file = `/api/external_courses/attachments/${body.data.files[0].id}/file`
    const got = await manager.get(file)
    expect([got.status, got.headers.get('content-type'), got.bytes.length]).toEqual([200, 'image/png', PNG.length])
    expect((await participant.get(file)).status).toBe(200)
    expect((await other.get(file)).status).toBe(404)
    // Another person of the same company.
    const [colleague] = (await manager.get('/api/core/people?role=leerling&per_page=100')).body.data.filter(
      ({ id: one }: { id: number }) => one !== person.id,
    )
    const theirs = (await add({ name: 'Van een ander', membership_id: colleague.id })).body.data
    const proof = (await upload(manager, theirs.id, PNG, 'a.png')).body.data.files[0]
    expect((await participant.get(`/api/external_courses/attachments/${proof.id}/file`)).status).toBe(404)
    const own = (await participant.get('/api/external_courses/mine')).body.data
    expect(own.map(({ name }: { name: string }) => name)).toContain('Met bewijs')
    expect(own.map(({ name }: { name: string }) => name)).not.toContain('Van een ander')

    await manager.delete(`${URL}/${id}`)
    expect((await manager.get(file)).status).toBe(404)
    const { default: db } = await import('@adonisjs/lucid/services/db')
    expect(await app.asSystem(() => db.from('core_files').where('name', 'Diploma.png').first())).toBeNull()
    expect((await manager.delete(`${URL}/${theirs.id}/attachments/${proof.id}`)).status).toBe(200)
    expect((await manager.get(`${URL}/${theirs.id}`)).body.data.files).toEqual([])
  })
})

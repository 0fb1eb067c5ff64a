import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, today } from '#core/kit/days'
import { signInAs, type TestApp, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'
import { createParticipant, type TestMember } from '#core/testing/factories'
import { proposedEnd } from '../certificates.js'

// A person's own certificates: submitting, a supervisor's decision, the register, and skills.

const OWN = '/api/external_courses/mine'
const URL = '/api/external_courses/courses'
const PNG = Uint8Array.from(
  Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64'),
)
let app: TestApp
let db: typeof import('@adonisjs/lucid/services/db').default
let manager: TestClient
let other: TestClient
let person: TestClient
let member: TestMember

beforeAll(async () => {
  app = await testApp()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
  manager = await signInAs('beheerder@noordwind.example')
  other = await signInAs('beheerder@bouwmeester.example')
  member = await createParticipant('noordwind', { signsIn: true, firstname: 'Jana', lastname: 'Certificaat' })
  person = await signInAs(member.email, undefined, 'noordwind')
})

const send = async (client = person, content: Uint8Array = PNG, name = 'foto.png') => {
  const form = new FormData()
  form.append('file', new Blob([Uint8Array.from(content)]), name)
  return client.post(`${OWN}/files?${new URLSearchParams({ name }).toString()}`, form)
}
const fileOf = async (client = person) => (await send(client)).body.data.id as number
const submit = async (more: object = {}, client = person) =>
  client.post(OWN, { kind: 'b_vca', name: 'x', files: [await fileOf(client)], ...more })
const submitted = async (more: object = {}) => {
  const { status, body } = await submit(more)
  expect([status, body]).toMatchObject([201, { data: { approval: 'submitted' } }])
  return body.data as { id: number; name: string; files: { id: number }[] }
}
const decide = (id: number, body: object, client = manager) => client.post(`${URL}/${id}/decide`, body)
const check = (id: number, body: object, client = manager) => client.post(`${URL}/${id}/check`, body)
const mails = () =>
  app.inCompany('noordwind', async () => {
    const rows = await db.from('core_mail_outbox').where('membership_id', member.id).orderBy('id').select('trigger')
    return rows.map(({ trigger }: { trigger: string }) => trigger.replace('external_courses.mail.', ''))
  })
/** Whether the person has the demo's skill B-VCA. */
const holds = async (name = 'B-VCA') => {
  await app.settle()
  const { data } = (await manager.get(`/api/skills/people/${member.id}`)).body
  return data.find((line: { name: string }) => line.name === name)?.origin === 'external'
}

describe('a person’s own certificate', () => {
  it('is submitted with a photo, waits in the supervisor’s list, and counts once it is approved', async () => {
    const { id, name } = await submitted({ obtained_on: '2025-03-04', diploma_number: '123' })
    // The kind determines the name, whatever was typed.
    expect(name).toBe('B-VCA')
    expect(await holds()).toBe(false)
    const waiting = (await manager.get('/api/external_courses/review?review=submitted&per_page=100')).body.data
    expect(waiting.map((row: { id: number }) => row.id)).toContain(id)
    const attention = (await manager.get('/api/reports/dashboard')).body.data.attention as { key: string; count: number; href: string }[]
    expect(attention.find(({ key }) => key === 'external_courses.to_review')).toMatchObject({
      href: '/extern/trainingen/beoordelen?review=submitted',
    })
    const { status, body } = await decide(id, { approve: true, diploma_number: '124' })
    expect([status, body.data]).toMatchObject([200, { approval: 'approved', diploma_number: '124', decided_by: expect.any(String) }])
    expect(await holds()).toBe(true)
    expect(await mails()).toEqual(['approved'])
    const cell = (await manager.get(`/api/skills/people/${member.id}`)).body.data.find((line: { name: string }) => line.name === 'B-VCA')
    // Ten years from the day it was obtained, not from the day it was recorded.
    expect(cell).toMatchObject({ held_on: '2025-03-04', valid_until: '2035-03-04' })
    expect((await person.delete(`${OWN}/${id}`)).body).toMatchObject({ code: 'already_approved' })
    await manager.delete(`${URL}/${id}`)
  })

  it('is refused with a reason that the person reads, and may be submitted again', async () => {
    const { id } = await submitted()
    expect((await decide(id, { approve: false })).body.errors[0]).toMatchObject({ field: 'reason', rule: 'required' })
    expect((await decide(id, { approve: false, reason: 'Onscherp' })).body.data).toMatchObject({ approval: 'refused', refusal: 'Onscherp' })
    expect((await mails()).at(-1)).toBe('refused')
    const own = (await person.get(OWN)).body.data.find((row: { id: number }) => row.id === id)
    expect(own).toMatchObject({ approval: 'refused', refusal: 'Onscherp' })
    expect(await holds()).toBe(false)
    expect((await person.delete(`${OWN}/${id}`)).status).toBe(200)
    expect((await manager.get(`${URL}/${id}`)).status).toBe(404)
  })

  it('is decided once, also by two supervisors at the same time', async () => {
    const { id } = await submitted()
    const answers = await Promise.all([decide(id, { approve: true }), decide(id, { approve: false, reason: 'Nee' })])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)!.body).toMatchObject({ code: 'already_decided' })
    await manager.delete(`${URL}/${id}`)
  })

  it('accepts only the person’s own files, checked by their content, and each of them once', async () => {
    const html = await send(person, new TextEncoder().encode('<script>alert(1)</script>'), 'diploma.pdf')
    expect([html.status, html.body.errors?.[0]]).toMatchObject([422, { field: 'file', rule: 'wrong_file_type' }])
    const stranger = await createParticipant('noordwind', { signsIn: true })
    const theirs = await fileOf(await signInAs(stranger.email, undefined, 'noordwind'))
    const rules = async (files: number[]) => (await submit({ files })).body.errors?.[0]
    expect(await rules([theirs])).toMatchObject({ field: 'files', rule: 'unknown_file' })
    expect(await rules([99_999_999])).toMatchObject({ field: 'files', rule: 'unknown_file' })
    expect(await rules([])).toMatchObject({ field: 'files' })
    const file = await fileOf()
    const twice = await Promise.all([submit({ files: [file] }), submit({ files: [file] })])
    expect(twice.map(({ status }) => status).sort()).toEqual([201, 422])
    await person.delete(`${OWN}/${twice.find(({ status }) => status === 201)!.body.data.id}`)
  })

  it('is refused with impossible dates', async () => {
    const rule = async (more: object) => (await submit(more)).body.errors?.[0]
    expect(await rule({ obtained_on: addDays(today(), 1) })).toMatchObject({ field: 'obtained_on', rule: 'future' })
    expect(await rule({ obtained_on: '2025-03-04', valid_until: '2025-03-03' })).toMatchObject({ field: 'valid_until', rule: 'order' })
  })

  it('can be seen and changed by nobody else', async () => {
    const { id, files } = await submitted()
    const colleague = await createParticipant('noordwind', { signsIn: true })
    const stranger = await signInAs(colleague.email, undefined, 'noordwind')
    expect((await stranger.delete(`${OWN}/${id}`)).status).toBe(404)
    expect((await stranger.get(`/api/external_courses/attachments/${files[0]!.id}/file`)).status).toBe(404)
    expect((await person.get(`/api/external_courses/attachments/${files[0]!.id}/file`)).status).toBe(200)
    for (const answer of [await decide(id, { approve: true }, other), await check(id, { check: 'valid' }, other)])
      expect(answer.status).toBe(404)
    expect((await decide(id, { approve: true }, person)).status).toBe(403)
    const foreign = (await other.get('/api/external_courses/review?review=submitted&per_page=100')).body.data
    expect(foreign.map((row: { id: number }) => row.id)).not.toContain(id)
    await person.delete(`${OWN}/${id}`)
  })

  it('can wait for a decision at most thirty times per person', async () => {
    const hoarder = await createParticipant('noordwind', { signsIn: true })
    await app.inCompany('noordwind', async () => {
      const row = { company_id: hoarder.companyId, membership_id: hoarder.id, name: 'EHBO', status: 'passed', approval: 'submitted' }
      await db.table('external_courses_courses').multiInsert(Array.from({ length: 30 }, () => row))
    })
    const refused = await submit({}, await signInAs(hoarder.email, undefined, 'noordwind'))
    expect([refused.status, refused.body]).toMatchObject([409, { code: 'too_many_submitted' }])
  })
})

describe('the check in a register', () => {
  const record = async (more: object = {}) =>
    (await manager.post(URL, { kind: 'b_vca', name: 'x', membership_id: member.id, status: 'passed', ...more })).body.data as {
      id: number
      updated_at: string
    }

  it('is recorded with who and when, and is shown to the person with a link', async () => {
    const { id } = await record({ diploma_number: '77' })
    expect((await check(id, { check: 'valid', valid_until: '2031-02-03' })).body.data).toMatchObject({
      check_state: 'valid',
      checked_by: expect.any(String),
      checked_at: expect.any(String),
      valid_until: '2031-02-03',
      diploma_number: '77',
      register: { key: 'vca', url: 'https://cdr.ssvv.nl' },
    })
    const own = (await person.get(OWN)).body.data.find((row: { id: number }) => row.id === id)
    expect(own).toMatchObject({ check_state: 'valid', register: { key: 'vca' } })
    await manager.delete(`${URL}/${id}`)
  })

  it('removes a certificate that the register denies from the skills, and tells the person', async () => {
    const { id } = await record()
    expect(await holds()).toBe(true)
    expect((await check(id, { check: 'unknown' })).status).toBe(200)
    expect(await holds()).toBe(false)
    expect((await mails()).at(-1)).toBe('denied')
    const told = (await mails()).length
    await check(id, { check: 'unknown' })
    expect((await mails()).length).toBe(told)
    await check(id, { check: 'valid' })
    expect(await holds()).toBe(true)
    await manager.delete(`${URL}/${id}`)
  })

  it('applies to the number that was looked up, and only to kinds with a register', async () => {
    const { id, updated_at } = await record({ diploma_number: '1' })
    const checked = (await check(id, { check: 'valid' })).body.data
    expect(checked.updated_at).not.toBe(updated_at)
    const body = { kind: 'b_vca', name: 'x', membership_id: member.id, status: 'passed' }
    const same = await manager.put(`${URL}/${id}`, { ...body, diploma_number: '1', grade: 80, updated_at: checked.updated_at })
    expect(same.body.data).toMatchObject({ check_state: 'valid', grade: 80 })
    const another = await manager.put(`${URL}/${id}`, { ...body, diploma_number: '2', updated_at: same.body.data.updated_at })
    expect(another.body.data).toMatchObject({ check_state: 'not_checked', checked_at: null })
    const free = await record({ kind: 'other', name: 'EHBO' })
    expect((await check(free.id, { check: 'valid' })).body.errors[0]).toMatchObject({ field: 'check', rule: 'no_register' })
    for (const one of [id, free.id]) await manager.delete(`${URL}/${one}`)
  })

  it('lists the certificates that were not looked up yet', async () => {
    const { id } = await record({ kind: 'gwo', name: 'GWO Sea Survival' })
    const listed = async () =>
      (await manager.get('/api/external_courses/review?review=unchecked&per_page=100')).body.data.map((row: { id: number }) => row.id)
    expect(await listed()).toContain(id)
    await check(id, { check: 'valid' })
    expect(await listed()).not.toContain(id)
    await manager.delete(`${URL}/${id}`)
  })

  it('stays, without the name of a supervisor who is erased', async () => {
    const { erasePersonalData } = await import('../server/services/personal_data.js')
    const { id } = await record()
    const { body } = await check(id, { check: 'valid' })
    const by = await app.inCompany('noordwind', () => db.from('external_courses_courses').where('id', id).select('checked_by_id').first())
    await app.inCompany('noordwind', () => erasePersonalData(by.checked_by_id))
    const after = (await manager.get(`${URL}/${id}`)).body.data
    expect(after).toMatchObject({ check_state: 'valid', checked_at: body.data.checked_at, checked_by: null })
    await manager.delete(`${URL}/${id}`)
  })
})

describe('GPI', () => {
  it('is a kind with its own name and no register, and gives a skill of that name', async () => {
    const worker = await createParticipant('noordwind')
    const body = { kind: 'gpi', name: 'x', membership_id: worker.id, status: 'passed', obtained_on: addDays(today(), -10) }
    const { data } = (await manager.post(URL, { ...body, valid_until: addDays(today(), 355) })).body
    expect(data).toMatchObject({ kind: 'gpi', name: 'GPI', register: null })
    await app.settle()
    const { id: skill } = await app.inCompany('noordwind', () => db.from('skills_skills').where('name', 'GPI').firstOrFail())
    const cell = await app.inCompany('noordwind', () =>
      db.from('skills_cells').where({ skill_id: skill, membership_id: worker.id }).first(),
    )
    expect(cell?.origin).toBe('external')
  })

  it('ends a year after it was obtained, unless the form says otherwise', () => {
    expect(proposedEnd('gpi', '2026-11-28')).toBe('2027-11-28')
    expect(proposedEnd('gpi', '2028-02-29')).toBe('2029-02-28')
    expect(proposedEnd('b_vca', '2026-12-31')).toBe('2036-12-31')
    expect([proposedEnd('other', '2026-11-28'), proposedEnd('gpi', null), proposedEnd('gpi', '2026-13-01')]).toEqual([null, null, null])
  })
})

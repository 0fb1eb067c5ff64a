import { beforeAll, describe, expect, it } from 'vitest'
import { signInAs, type TestApp, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'
import { createParticipant, createParticipants } from '#core/testing/factories'
import { readPdf } from '#core/testing/read_pdf'

// Holding a meeting, signing with its QR code, closing and correcting it, and the register of it.

let app: TestApp
let db: typeof import('@adonisjs/lucid/services/db').default
let manager: TestClient
let other: TestClient
let visitor: TestClient
let crew: number[]
const URL = '/api/toolbox_meetings/meetings'

beforeAll(async () => {
  app = await testApp()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
  manager = await signInAs('beheerder@noordwind.example')
  other = await signInAs('beheerder@bouwmeester.example')
  visitor = app.visitor()
  crew = await createParticipants('noordwind', [{ lastname: 'Aal' }, { lastname: 'Baars' }, { lastname: 'Karper' }])
})

const facts = (more: object = {}) => ({ topic: 'Vallende voorwerpen', held_on: '2031-03-04', place: 'Kade', kind: 'in_person', ...more })
const hold = async (more: object = {}) => {
  const { status, body } = await manager.post(URL, facts({ members: crew, ...more }))
  expect(status).toBe(201)
  return body.data as { id: number; link: string; updated_at: string; present: number; expected: number }
}
const tokenOf = (link: string) => link.split('/').at(-1)!
const presence = (id: number, members: number[], state: string) => manager.post(`${URL}/${id}/presence`, { members, state })
const closed = async (more: object = {}) => {
  const meeting = await hold(more)
  await presence(meeting.id, crew.slice(0, 2), 'present')
  const { status, body } = await manager.post(`${URL}/${meeting.id}/close`)
  expect(status).toBe(200)
  return body.data as { id: number; updated_at: string }
}
const wayOf = async (id: number, member: number) => {
  const { attendees } = (await manager.get(`${URL}/${id}`)).body.data
  return attendees.find(({ membership_id: of }: { membership_id: number }) => of === member)?.way
}

describe('a toolbox meeting', () => {
  it('expects everybody of a group, and counts how many of them are present', async () => {
    const group = (await manager.post('/api/groups/groups', { kind: 'location', name: 'Ploeg Kade' })).body.data.id
    await manager.post(`/api/groups/groups/${group}/members`, { members: crew.slice(0, 2) })
    const meeting = await hold({ group_id: group, members: [crew[2]] })
    expect(meeting).toMatchObject({ expected: 3, present: 0 })
    expect((await presence(meeting.id, crew, 'present')).body.data).toMatchObject({ expected: 3, present: 3 })
    expect((await presence(meeting.id, [crew[0]!], 'absent')).body.data).toMatchObject({ expected: 3, present: 2 })
    expect((await presence(meeting.id, [crew[0]!], 'off')).body.data).toMatchObject({ expected: 2, present: 2 })
    const listed = (await manager.get(`${URL}?groups_group=${group}&search=vallende&held_from=2031-03-04`)).body.data
    expect(listed.some(({ id }: { id: number }) => id === meeting.id)).toBe(true)
    expect(listed.every(({ topic }: { topic: string }) => topic === 'Vallende voorwerpen')).toBe(true)
  })

  it('refuses people and groups of another company, and is hidden from it', async () => {
    const stranger = await createParticipant('bouwmeester')
    const group = (await other.post('/api/groups/groups', { kind: 'location', name: 'Elders' })).body.data.id
    expect((await manager.post(URL, facts({ members: [stranger.id] }))).body.errors).toMatchObject([{ field: 'members', rule: 'enum' }])
    expect((await manager.post(URL, facts({ group_id: group }))).body.errors).toMatchObject([{ field: 'group_id', rule: 'enum' }])
    const { id } = await hold()
    expect((await presence(id, [stranger.id], 'present')).status).toBe(422)
    for (const path of ['presence', 'close', 'corrections', 'photo'])
      expect([path, (await other.post(`${URL}/${id}/${path}`, {})).status]).toEqual([path, 404])
    expect((await other.get(`${URL}/${id}`)).status).toBe(404)
    expect((await other.delete(`${URL}/${id}`)).status).toBe(404)
    for (const wrong of ['x', '1.5', '99999999999999999999']) expect((await manager.get(`${URL}/${wrong}`)).status).toBe(404)
  })

  it('can be signed only by a member of the company with its QR code', async () => {
    const meeting = await hold()
    const at = `/api/toolbox_meetings/at/${tokenOf(meeting.link)}`
    const seen = await visitor.get(at)
    expect(seen.body.data).toMatchObject({ topic: 'Vallende voorwerpen', visitor: 'visitor', is_present: false })
    expect(JSON.stringify(seen.body)).not.toContain('Karper')
    expect((await visitor.post(`${at}/sign`)).status).toBe(401)
    expect((await other.get(at)).body.data.visitor).toBe('other_company')
    expect((await other.post(`${at}/sign`)).body).toMatchObject({ code: 'other_company' })
    expect((await (await signInAs('admin@platform.example')).post(`${at}/sign`)).status).toBe(409)
    expect((await visitor.get('/api/toolbox_meetings/at/unknown')).status).toBe(404)

    const member = await createParticipant('noordwind', { signsIn: true })
    const client = await signInAs(member.email, undefined, 'noordwind')
    expect((await client.post(`${at}/sign`)).body.data).toMatchObject({ visitor: 'member', is_present: true })
    await client.post(`${at}/sign`)
    expect(await wayOf(meeting.id, member.id)).toBe('signed')
    // Ticking everybody does not overwrite a signature.
    await presence(meeting.id, [...crew, member.id], 'present')
    expect([await wayOf(meeting.id, member.id), await wayOf(meeting.id, crew[0]!)]).toEqual(['signed', 'ticked'])
    await manager.post(`${URL}/${meeting.id}/close`)
    const late = await createParticipant('noordwind', { signsIn: true })
    expect((await (await signInAs(late.email, undefined, 'noordwind')).post(`${at}/sign`)).body).toMatchObject({ code: 'meeting_closed' })
  })

  it('can be closed once somebody is present, and then only be corrected with a reason', async () => {
    const empty = await hold()
    expect((await manager.post(`${URL}/${empty.id}/close`)).body).toMatchObject({ code: 'nobody_present' })
    const { id, updated_at } = await closed()
    expect((await manager.post(`${URL}/${id}/close`)).body).toMatchObject({ code: 'meeting_closed' })
    expect((await presence(id, crew, 'present')).body).toMatchObject({ code: 'meeting_closed' })
    expect((await manager.delete(`${URL}/${id}`)).body).toMatchObject({ code: 'meeting_closed' })
    const photo = await manager.upload(`${URL}/${id}/photo?name=a.png`, 'file', { name: 'a.png', type: 'image/png', content: 'x' })
    expect(photo.body).toMatchObject({ code: 'meeting_closed' })

    const correct = (present: boolean, reason: string) =>
      manager.post(`${URL}/${id}/corrections`, { membership_id: crew[2], present, reason })
    expect((await correct(true, '')).status).toBe(422)
    expect((await correct(false, 'Was er niet')).body).toMatchObject({ code: 'already_so' })
    const { body } = await correct(true, 'Stond op de lijst')
    expect(body.data).toMatchObject({ present: 3, corrections: [{ act: 'present', reason: 'Stond op de lijst', person: 'Test Karper' }] })
    expect(body.data.corrections[0].by).toBeTruthy()

    const change = (more: object) =>
      manager.put(`${URL}/${id}`, { ...facts({ topic: 'Hijsen' }), updated_at: body.data.updated_at, ...more })
    expect((await manager.put(`${URL}/${id}`, { ...facts(), updated_at })).status).toBe(409)
    expect((await change({})).body.errors).toMatchObject([{ field: 'reason', rule: 'required' }])
    expect((await change({ reason: 'Verkeerd onderwerp' })).body.data).toMatchObject({
      topic: 'Hijsen',
      corrections: [{ act: 'details', fields: ['topic'], reason: 'Verkeerd onderwerp' }, { act: 'present' }],
    })
    const open = await hold()
    const early = await manager.post(`${URL}/${open.id}/corrections`, { membership_id: crew[0], present: true, reason: 'Te vroeg' })
    expect(early.body).toMatchObject({ code: 'meeting_open' })
  })

  it('reports a correction to the person by mail and in their history', async () => {
    const member = await createParticipant('noordwind', { signsIn: true, firstname: 'Mies' })
    const { id } = await closed({ topic: 'Werken bij harde wind' })
    await manager.post(`${URL}/${id}/corrections`, { membership_id: member.id, present: true, reason: 'Kwam later' })
    await app.settle()
    const [mail, ...more] = await app.asSystem(() =>
      db.from('core_mail_outbox').where({ trigger: 'toolbox_meetings.mail.corrected', membership_id: member.id }),
    )
    expect(mail.subject).toBe('Toolboxmeeting Werken bij harde wind: je aanwezigheid is gecorrigeerd')
    expect(mail.text).toContain('Hoi Mies')
    expect(mail.text).toContain('Kwam later')
    expect(more).toEqual([])
    const history = JSON.stringify((await manager.get(`/api/people/participants/${member.id}/history`)).body)
    expect(history).toContain('Werken bij harde wind')
    const mine = (await (await signInAs(member.email, undefined, 'noordwind')).get('/api/toolbox_meetings/mine')).body.data
    expect(mine.meetings).toMatchObject([{ topic: 'Werken bij harde wind', held_on: '2031-03-04' }])
  })

  it('stores a photo of the sheet for the company’s supervisors', async () => {
    const { id } = await hold()
    const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
    const save = (content: Uint8Array) =>
      manager.upload(`${URL}/${id}/photo?name=lijst.png`, 'file', { name: 'lijst.png', type: 'image/png', content })
    expect((await save(Buffer.from('no picture'))).status).toBe(422)
    expect((await save(png)).body.data.has_photo).toBe(true)
    expect((await save(png)).body.data.has_photo).toBe(true)
    const file = await manager.get(`${URL}/${id}/photo`)
    expect([file.status, Buffer.from(file.bytes).equals(png)]).toEqual([200, true])
    expect((await other.get(`${URL}/${id}/photo`)).status).toBe(404)
    expect((await manager.delete(`${URL}/${id}/photo`)).body.data.has_photo).toBe(false)
    expect((await manager.get(`${URL}/${id}/photo`)).status).toBe(404)
  })
})

describe('the register', () => {
  it('compares each person’s year with the norm of the company', async () => {
    const members = await createParticipants('noordwind', [{ lastname: 'Zander' }, { lastname: 'Zeelt' }])
    const [often, seldom] = members as [number, number]
    for (const [month, kind] of ['in_person', 'online', 'online', 'online'].entries()) {
      const { id } = await hold({ held_on: `2032-0${month + 1}-10`, kind, members })
      await presence(id, month === 0 ? members : [often], 'present')
      // The last meeting is still open, and does not count.
      if (month < 3) await manager.post(`${URL}/${id}/close`)
    }
    const { data } = (await manager.get('/api/toolbox_meetings/people?year=2032&per_page=100')).body
    const standing = (of: number) => data.find(({ id }: { id: number }) => id === of)
    expect(standing(often)).toMatchObject({ attended: 3, in_person: 1, expected: 3, standing: 'met' })
    expect(standing(seldom)).toMatchObject({ attended: 1, in_person: 1, expected: 3, standing: 'not_yet' })
    expect((await manager.get('/api/toolbox_meetings/people?year=x')).status).toBe(422)
    expect((await manager.get('/api/toolbox_meetings/people?year=9007199254740991')).status).toBe(200)
    const file = await manager.post('/api/toolbox_meetings/people/export', { format: 'csv', filter: 'year=2032&search=zeelt' })
    expect(String(file.body)).toMatch(/Zeelt.*1.*1.*3.*Nog niet/)
  })

  it('gives the auditor a PDF of a period with who was present and how that was recorded', async () => {
    const topic = 'Lockout-tagout'
    const { id } = await closed({ topic, held_on: '2033-05-06' })
    await hold({ topic: 'Nog open', held_on: '2033-05-07' })
    const register = (from: string, until: string) => manager.post('/api/toolbox_meetings/register', { from, until })
    const answer = await register('2033-01-01', '2033-12-31')
    expect(answer.headers.get('content-type')).toBe('application/pdf')
    const words = async (bytes: Uint8Array) =>
      (await readPdf(bytes)).pages
        .flat()
        .map(({ text }) => text)
        .join(' ')
    const text = await words(answer.bytes)
    for (const part of ['Lockout-tagout', 'Aal', 'Karper', 'afgevinkt', 'Afwezig', '1 meeting gehouden', '3 van de 4'])
      expect([part, text.includes(part)]).toEqual([part, true])
    expect(text).not.toContain('Nog open')
    expect(await words((await register('2034-01-01', '2034-12-31')).bytes)).not.toContain(topic)
    expect((await register('2034-01-02', '2034-01-01')).body.errors).toMatchObject([{ field: 'until', rule: 'order' }])
    const theirs = await other.post('/api/toolbox_meetings/register', { from: '2033-01-01', until: '2033-12-31' })
    expect(await words(theirs.bytes)).not.toContain(topic)
    expect((await manager.get(`${URL}/${id}`)).body.data.corrections).toEqual([])
  })

  it('exports a person’s data, and keeps its numbers when they are erased', async () => {
    const { exportPersonalData, erasePersonalData } = await import('../server/services/personal_data.js')
    const member = await createParticipant('noordwind')
    const { id } = await closed({ topic: 'Persoonlijk' })
    await manager.post(`${URL}/${id}/corrections`, { membership_id: member.id, present: true, reason: 'Was ziek gemeld' })
    const given = await app.inCompany('noordwind', () => exportPersonalData(member.id))
    expect(given).toMatchObject({
      toolbox_meetings: [{ topic: 'Persoonlijk', held_on: '2031-03-04', way: 'ticked' }],
      corrections: [{ act: 'present', reason: 'Was ziek gemeld', about_me: true }],
    })
    await app.inCompany('noordwind', () => erasePersonalData(member.id))
    expect(await app.inCompany('noordwind', () => exportPersonalData(member.id))).toEqual({
      toolbox_meetings: [],
      led: [],
      corrections: [],
    })
    const { data } = (await manager.get(`${URL}/${id}`)).body
    expect(data).toMatchObject({ present: 3, corrections: [{ act: 'present', person: null, reason: '' }] })
  })
})

import { beforeAll, describe, expect, it } from 'vitest'
import { signInAs, type TestApp, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'
import { dueIn } from '#core/testing/due_in'
import { createParticipant, type TestMember } from '#core/testing/factories'

// Candidate data for the exam house: confirming, reading and erasing it.

let app: TestApp
let db: typeof import('@adonisjs/lucid/services/db').default
let service: typeof import('../server/services/exams_service.js').service
let house: TestClient
let manager: TestClient
let person: TestClient
let member: TestMember
let moment: number
let unprovided: number
let entry: number

const DATA = { initials: 'J.P.', infix: 'van', lastname: 'Dijk', birthdate: '1990-02-03', birthplace: 'Vlissingen', accepted: true }
const own = (id = entry) => `/api/exams/own/${id}/candidate`
const list = (client: TestClient, id = moment) => client.post(`/api/exams/moments/${id}/candidates`, {})
const rowOf = (id = entry) => app.asSystem(() => db.from('exams_entries').where('id', id).firstOrFail())

beforeAll(async () => {
  app = await testApp()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
  ;({ service } = await import('../server/services/exams_service.js'))
  await app.settle()
  house = await signInAs('examinator@examenhuis.example')
  manager = await signInAs('beheerder@noordwind.example')
  member = await createParticipant('noordwind', {
    signsIn: true,
    firstname: 'Jan Peter',
    infix: 'van',
    lastname: 'Dijk',
    birthdate: '1990-02-03',
  })
  person = await signInAs(member.email, undefined, 'noordwind')
  const course = (await manager.get('/api/booking/offers')).body.data.find(
    ({ adults_only: adults }: { adults_only: boolean }) => !adults,
  ).id
  ;[moment, unprovided] = await app.asSystem(async () => {
    const provider = await db.from('core_companies').where('login_id', 'examenhuis').firstOrFail()
    const [exam] = await db
      .table('exams_exams')
      .insert({ course_id: course, languages: ['nl'] })
      .returning('id')
    const row = { exam_id: exam.id, city: 'X', location: 'Y', language: 'nl', starts_at: new Date(Date.now() + 10 * 86_400_000), seats: 9 }
    const rows = [{ ...row, provider_company_id: provider.id }, row]
    const made: { id: number }[] = []
    for (const one of rows) made.push(...(await db.table('exams_moments').insert(one).returning('id')))
    return made.map(({ id }) => Number(id)) as [number, number]
  })
  await app.inCompany('noordwind', () => db.transaction((trx) => service.book('test:1', moment, [member.id], trx)))
  await app.settle()
  entry = (await app.asSystem(() => db.from('exams_entries').where('key', 'test:1').firstOrFail())).id
})

describe('a candidate', () => {
  it('is asked by mail, and finds the data of the account filled in', async () => {
    const mail = await app.asSystem(() =>
      db.from('core_mail_outbox').where({ trigger: 'exams.mail.candidate', membership_id: member.id }).firstOrFail(),
    )
    expect(mail.in_app).toBe(true)
    const { data } = (await person.get(own())).body
    expect(data).toMatchObject({
      initials: 'J.P.',
      infix: 'van',
      lastname: 'Dijk',
      birthdate: '1990-02-03',
      birthplace: '',
      confirmed_at: null,
    })
  })

  it('confirms the data personally, and may correct it until the exam', async () => {
    const rules = async (more: object) =>
      (await person.put(own(), { ...DATA, ...more })).body.errors?.map(({ field }: { field: string }) => field)
    expect(await rules({ accepted: false })).toEqual(['accepted'])
    expect(await rules({ initials: ' ', birthplace: '' })).toEqual(['initials', 'birthplace'])
    expect(await rules({ birthdate: '2999-01-01' })).toEqual(['birthdate'])
    expect((await person.put(own(), DATA)).body.data).toMatchObject({ birthplace: 'Vlissingen', confirmed_at: expect.any(String) })
    expect((await person.put(own(), { ...DATA, birthplace: 'Middelburg' })).body.data.birthplace).toBe('Middelburg')
  })

  it('can be confirmed by nobody else: no colleague, supervisor or other company', async () => {
    const colleague = await createParticipant('noordwind', { signsIn: true })
    for (const client of [
      await signInAs(colleague.email, undefined, 'noordwind'),
      manager,
      await signInAs('beheerder@bouwmeester.example'),
      house,
    ]) {
      expect((await client.get(own())).status).toBe(404)
      expect((await client.put(own(), DATA)).status).toBe(404)
    }
  })
})

describe('the list', () => {
  it('is only for the exam house, and each download is audited', async () => {
    const other = await createParticipant('noordwind', { firstname: 'Wilma', infix: null, lastname: 'Open' })
    await app.inCompany('noordwind', () => db.transaction((trx) => service.book('test:2', moment, [other.id], trx)))
    const { status, body, headers } = await list(house)
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
    const lines = String(body).trim().split('\r\n')
    expect(lines).toHaveLength(3)
    expect(String(body)).toMatch(/J\.P\.[;,]van[;,]Dijk[;,]1990-02-03[;,]Middelburg/)
    // A person who has not confirmed is listed by name, without data.
    expect(lines.find((line) => line.includes('Wilma'))).toMatch(/nog niet bevestigd/)
    const audit = await app.asSystem(() =>
      db.from('core_audit_log').where('action', 'exams.candidates.taken').orderBy('id', 'desc').firstOrFail(),
    )
    expect(audit.details).toMatchObject({ momentId: moment })
    for (const client of [manager, await signInAs('beheerder@bouwmeester.example')]) expect((await list(client)).status).toBe(403)
    expect((await list(person)).status).toBe(403)
    expect((await list(house, 99_999_999)).status).toBe(404)
  })

  it('is in no mail to the exam house', async () => {
    const { mailProvider } = await import('../server/services/provider_mails.js')
    await app.inCompany('examenhuis', mailProvider)
    const mails = await app.asSystem(() => db.from('core_mail_outbox').whereLike('trigger', 'exams.mail.%').select('*'))
    expect(JSON.stringify(mails)).not.toMatch(/Middelburg|1990-02-03/)
  })
})

describe('the data', () => {
  it('are given to another exam house only once the person confirms them', async () => {
    await app.inCompany('noordwind', () => db.transaction((trx) => service.move('test:1', unprovided, trx)))
    expect((await rowOf()).candidate_confirmed_at).toBeNull()
    expect((await person.get(own())).body.data).toMatchObject({ birthplace: 'Middelburg', confirmed_at: null })
    await person.put(own(), DATA)
    await app.inCompany('noordwind', () => db.transaction((trx) => service.move('test:1', moment, trx)))
    const { body } = await list(house)
    expect(String(body)).not.toContain('Vlissingen')
    await person.put(own(), DATA)
  })

  it('are exported with the person', async () => {
    const { exportPersonalData } = await import('../server/services/personal_data.js')
    const given = await app.inCompany('noordwind', () => exportPersonalData(member.id))
    expect(given.exams).toContainEqual(expect.objectContaining({ candidate_birthplace: 'Vlissingen', candidate_initials: 'J.P.' }))
  })

  it('are erased the configured number of days after the exam, and at once when the seat is given back', async () => {
    const { eraseCandidates } = await import('../server/services/candidates.js')
    const starts = (days: number) =>
      app.asSystem(() =>
        db
          .from('exams_moments')
          .where('id', moment)
          .update({ starts_at: new Date(Date.now() + days * 86_400_000) }),
      )
    const forget = () => app.inCompany('noordwind', eraseCandidates)
    expect(await dueIn('exams.forget_candidates')).toEqual([])
    await starts(-29)
    expect((await person.put(own(), DATA)).body).toMatchObject({ code: 'moment_past' })
    expect(await dueIn('exams.forget_candidates')).toEqual(['noordwind'])
    await forget()
    expect((await rowOf()).candidate_birthplace).toBe('Vlissingen')
    await starts(-32)
    await forget()
    expect(await rowOf()).toMatchObject({ candidate_initials: null, candidate_birthdate: null, candidate_confirmed_at: null })
    expect(await dueIn('exams.forget_candidates')).toEqual([])
    await starts(10)
    await person.put(own(), DATA)
    await app.inCompany('noordwind', () => db.transaction((trx) => service.release('test:1', trx)))
    expect(await dueIn('exams.forget_candidates')).toEqual(['noordwind'])
    await forget()
    expect((await rowOf()).candidate_lastname).toBeNull()
  })
})

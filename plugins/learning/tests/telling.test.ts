import { beforeAll, describe, expect, it, vi } from 'vitest'
import { addDays, today } from '#core/kit/days'
import { type TestApp, signInAs, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'

// People are notified once of an assigned course. People with an open invitation can be assigned one too, and the invitation lists it.

const base = '/api/learning'
let app: TestApp
let db: typeof import('@adonisjs/lucid/services/db').default
let supervisor: TestClient
let courses: { id: number; name: string }[]

beforeAll(async () => {
  app = await testApp()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
  supervisor = await signInAs('beheerder@noordwind.example')
  courses = (await supervisor.get(`${base}/courses`)).body.data
})

let counter = 0
/** A new participant of Noordwind. */
async function person(more: Record<string, unknown> = {}): Promise<number> {
  counter += 1
  return app.asSystem(async () => {
    const company = await db.from('core_companies').where('login_id', 'noordwind').firstOrFail()
    const [user] = await db
      .table('core_users')
      .insert({ email: `hoort${counter}@tell.example`, firstname: 'Hoor', lastname: `Persoon ${counter}`, language: 'nl' })
      .returning('id')
    const row = { company_id: company.id, user_id: user.id, role: 'leerling', ...more }
    const [made] = await db.table('core_memberships').insert(row).returning('id')
    return made.id as number
  })
}
const invited = () => person({ status: 'inactive', registration_type: 'invite' })

const assign = (members: number[], more: object = {}) =>
  supervisor.post(`${base}/assignments`, { courses: [courses[0]!.id], members, ...more })

interface Mail {
  trigger: string
  subject: string
  text: string
  link: string | null
  in_app: boolean
}
/** The mails sent to a person so far, as rendered. */
async function mailsTo(member: number): Promise<Mail[]> {
  await app.settle()
  return app.asSystem(() => db.from('core_mail_outbox').where('membership_id', member).orderBy('id')) as Promise<Mail[]>
}

async function ended(task: number) {
  await vi.waitFor(async () => expect((await supervisor.get(`/api/core/tasks/${task}`)).body.data.state).toBe('done'), {
    timeout: 30_000,
    interval: 100,
  })
}

describe('a person who is assigned a course', () => {
  it('is notified once by mail and notification, with the due day and a link', async () => {
    const member = await person()
    await assign([member], { due_at: '2031-12-05', mandatory: true })
    await assign([member], { due_at: '2031-12-05', mandatory: true })
    const mails = await mailsTo(member)
    const participation = await app.asSystem(() => db.from('learning_participations').where('membership_id', member).firstOrFail())
    expect(mails).toMatchObject([
      {
        trigger: 'learning.mail.assigned',
        in_app: true,
        link: `/deelnemer/training/${participation.id}`,
        subject: `Nieuwe training: ${courses[0]!.name}`,
      },
    ])
    expect(mails[0]!.text).toContain(`– ${courses[0]!.name}: uiterlijk vrijdag 5 december (verplicht)`)
  })

  it('gets one message for several courses, and one for another due day', async () => {
    const member = await person()
    const both = courses.slice(0, 2)
    await assign([member], { courses: both.map(({ id }) => id) })
    await assign([member], { due_at: '2031-12-05' })
    const [given, changed, ...others] = await mailsTo(member)
    expect(others).toEqual([])
    expect(given).toMatchObject({
      trigger: 'learning.mail.assigned',
      subject: '2 nieuwe trainingen voor je',
      link: '/deelnemer/trainingen',
    })
    for (const { name } of both) expect(given!.text).toContain(`– ${name}`)
    expect(changed).toMatchObject({ trigger: 'learning.mail.terms_changed' })
    expect(changed!.text).toContain('uiterlijk vrijdag 5 december')
  })

  it('is not notified if the person who assigns it unticks the box', async () => {
    const [one, many] = [await person(), await person()]
    await assign([one], { tell: false })
    const input = { courses: [courses[0]!.id], tell: false }
    const { body } = await supervisor.post('/api/people/participants/act', { action: 'learning.assign', ids: [many], input })
    await ended(body.data.id)
    expect([await mailsTo(one), await mailsTo(many)]).toEqual([[], []])
  })

  it('gets one message for all courses of a bulk assignment', async () => {
    const people = [await person(), await person()]
    const input = { courses: courses.slice(0, 2).map(({ id }) => id), due_at: addDays(today(), 9) }
    const { body } = await supervisor.post('/api/people/participants/act', { action: 'learning.assign', ids: people, input })
    await ended(body.data.id)
    for (const member of people) expect(await mailsTo(member)).toMatchObject([{ trigger: 'learning.mail.assigned' }])
  })

  it('is notified that an assignment was undone, if they were notified of it', async () => {
    const [told, silent] = [await person(), await person()]
    const both = courses.slice(0, 2)
    const give = async (ids: number[], more: object) => {
      const input = { courses: both.map(({ id }) => id), ...more }
      const { body } = await supervisor.post('/api/people/participants/act', { action: 'learning.assign', ids, input })
      await ended(body.data.id)
      return body.data.id as number
    }
    const undo = async (task: number) => {
      const { status, body } = await supervisor.post(`/api/core/tasks/${task}/undo`)
      expect(status).toBe(202)
      await ended(body.data.id)
    }
    const tasks = [await give([told], {}), await give([silent], { tell: false })]
    for (const task of tasks) await undo(task)
    const [first, second, ...others] = await mailsTo(told)
    expect(others).toEqual([])
    expect(first).toMatchObject({ trigger: 'learning.mail.assigned' })
    expect(second).toMatchObject({
      trigger: 'learning.mail.taken_back',
      in_app: true,
      subject: '2 trainingen ingetrokken',
      link: '/deelnemer/trainingen',
    })
    for (const { name } of both) expect(second!.text).toContain(`– ${name}`)
    expect(await mailsTo(silent)).toEqual([])
  })

  it('is notified that changed terms were undone', async () => {
    const member = await person()
    await assign([member], { due_at: '2031-12-05' })
    const input = { courses: [courses[0]!.id], due_at: '2031-12-12' }
    const { body } = await supervisor.post('/api/people/participants/act', { action: 'learning.assign', ids: [member], input })
    await ended(body.data.id)
    const undone = await supervisor.post(`/api/core/tasks/${body.data.id}/undo`)
    await ended(undone.body.data.id)
    const mails = await mailsTo(member)
    expect(mails.map(({ trigger }) => trigger)).toEqual([
      'learning.mail.assigned',
      'learning.mail.terms_changed',
      'learning.mail.terms_changed',
    ])
    expect(mails[2]!.text).toContain('uiterlijk vrijdag 5 december')
  })

  it('gets no mail about a course that was withdrawn before the mail was written', async () => {
    const member = await person()
    const { assignedValues } = await import('../server/following/notify.js')
    await assign([member], { tell: false })
    const { id } = await app.asSystem(() => db.from('learning_participations').where('membership_id', member).firstOrFail())
    expect(await app.inCompany('noordwind', () => assignedValues({ ids: [id] }))).toMatchObject({ count: '1' })
    await app.asSystem(() => db.from('learning_participations').where('id', id).update({ status: 'cancelled' }))
    expect(await app.inCompany('noordwind', () => assignedValues({ ids: [id] }))).toBeNull()
    await app.inCompany('noordwind', async () => {
      const { sendMail } = await import('#core/kit/mail')
      await db.transaction((trx) => sendMail(trx, 'learning.mail.assigned', { to: { member }, payload: { ids: [id] } }))
    })
    expect(await mailsTo(member), 'no mail is left of it').toEqual([])
  })
})

describe('a person with an open invitation', () => {
  it('is assigned a course, and the invitation lists it', async () => {
    const member = await invited()
    const { body } = await assign([member], { due_at: '2031-12-05', mandatory: true })
    expect(body.data).toMatchObject([{ result: 'assigned', code: null }])
    const mails = await mailsTo(member)
    expect(mails).toMatchObject([{ trigger: 'core.mail.invitation' }])
    expect(mails[0]!.text).toContain(`Deze training staat voor je klaar:\n– ${courses[0]!.name}: uiterlijk vrijdag 5 december (verplicht)`)
  })

  it('is included in a bulk assignment from the list of people', async () => {
    const people = [await person(), await invited()]
    const input = { courses: [courses[0]!.id] }
    const { body } = await supervisor.post('/api/people/participants/act', { action: 'learning.assign', ids: people, input })
    await ended(body.data.id)
    expect((await supervisor.get(`/api/core/tasks/${body.data.id}`)).body.data).toMatchObject({ done: 2, failed: 0 })
    expect((await mailsTo(people[1]!)).map(({ trigger }) => trigger)).toEqual(['core.mail.invitation'])
  })

  it('is refused once the invitation was withdrawn', async () => {
    const member = await person({ status: 'inactive', registration_type: 'invite', invitation_withdrawn_at: new Date() })
    expect((await assign([member])).body.data[0].code).toBe('member_inactive')
  })

  it('gets the plain invitation without courses, without a gap in its text', async () => {
    const member = await invited()
    await app.inCompany('noordwind', async () => {
      const { requestInvitation } = await import('#core/kit/registration')
      await db.transaction((trx) => requestInvitation(trx, member))
    })
    const [mail] = await mailsTo(member)
    expect(mail!.text).not.toContain('klaar')
    expect(mail!.text).not.toMatch(/\n{3}/)
  })
})

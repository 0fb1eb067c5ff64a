import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, today } from '#core/kit/days'
import { signInAs, type TestApp, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'
import { dueIn } from '#core/testing/due_in'
import { createCompany, createParticipant, createSupervisor, type TestCompany, type TestMember } from '#core/testing/factories'

// Evaluations weeks after a course (decision 0383).

let app: TestApp
let db: typeof import('@adonisjs/lucid/services/db').default
let admin: TestClient
let company: TestCompany
let supervisor: TestMember
let course: { course_id: number; version_id: number; course_name: Record<string, string> }

const base = '/api/evaluations'
const setWeeks = (weeks: number | null, client = admin) => client.put(`${base}/later`, { course: course.course_id, weeks })
const clientOf = ({ email }: { email: string }, login = company.loginId) => signInAs(email, undefined, login)

beforeAll(async () => {
  app = await testApp()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
  admin = await signInAs('admin@platform.example')
  company = await createCompany()
  supervisor = await createSupervisor(company.loginId, { signsIn: true })
  course = await app.asSystem(async () =>
    db
      .from('learning_evaluation_questions as q')
      .whereNull('q.company_id')
      .whereNotExists((given) => void given.from('learning_evaluation_facts as f').whereColumn('f.course_id', 'q.course_id'))
      .orderBy('version', 'desc')
      .select('course_id', 'version_id', 'course_name')
      .firstOrFail(),
  )
  expect((await setWeeks(6)).status).toBe(200)
  await longAgo()
})

/** It was turned on before the tests' people passed. */
const longAgo = () => app.asSystem(async () => db.from('evaluations_later').update({ set_at: '2020-01-01' }))

let participation = 900_000_000
/** A person who passed the course the given number of days ago. */
async function passed(days: number, login = company.loginId): Promise<TestMember> {
  const member = await createParticipant(login, { signsIn: true })
  const { planSecond } = await import('../server/services/second.js')
  const facts = {
    ...{ participationId: ++participation, membershipId: member.id, courseId: course.course_id, courseVersionId: course.version_id },
    ...{ courseName: course.course_name, language: 'nl', grade: 80, certificateValidMonths: null },
    // At noon: counting back in hours lands on another day around midnight when the clock has changed in between.
    passedAt: `${addDays(today(), -days)}T12:00:00Z`,
  }
  // An event may be delivered twice.
  await app.inCompany(login, async () => (await planSecond(facts), planSecond(facts)))
  return member
}
const ask = (login = company.loginId) =>
  app.inCompany(login, async () => (await import('../server/services/send_second.js')).sendSecondEvaluations())
const rowsOf = (member: TestMember) =>
  app.asSystem(async () => db.from('evaluations_second').where('membership_id', member.id).orderBy('about').select('*'))
const mailsTo = (member: TestMember) =>
  app.asSystem(async () => db.from('core_mail_outbox').where({ membership_id: member.id, trigger: 'evaluations.mail.second' }).select('id'))
const openOf = async (client: TestClient) =>
  (await client.get(`${base}/second`)).body.data as { id: number; about: string; person: string }[]

describe('a second evaluation', () => {
  it('is asked of the participant and the supervisor after the weeks of the course, with at most two reminders', async () => {
    const early = await passed(6 * 7 - 1)
    const person = await passed(6 * 7)
    expect((await rowsOf(person)).map(({ about, by_membership_id: by }) => [about, by])).toEqual([
      ['own', person.id],
      ['person', supervisor.id],
    ])
    expect(await dueIn('evaluations.ask_second')).toContain(company.loginId)
    // Two runs at the same time send one mail.
    await Promise.all([ask(), ask()])
    expect([(await mailsTo(person)).length, (await mailsTo(supervisor)).length, (await mailsTo(early)).length]).toEqual([1, 1, 0])
    const client = await clientOf(person)
    expect(await openOf(client)).toMatchObject([{ about: 'own' }])

    for (const [days, mails] of [
      [6, 1],
      [8, 2],
      [13, 2],
      [15, 3],
      [40, 3],
    ] as const) {
      await app.asSystem(async () =>
        db
          .from('evaluations_second')
          .where('membership_id', person.id)
          .where('about', 'own')
          .update({ mailed_at: new Date(Date.now() - days * 86_400_000) }),
      )
      await ask()
      expect((await mailsTo(person)).length, `${days} days`).toBe(mails)
    }
    // Nobody answered in time: the questions are deleted.
    await app.asSystem(async () =>
      db
        .from('evaluations_second')
        .where('membership_id', person.id)
        .update({ due_on: addDays(today(), -61) }),
    )
    expect(await openOf(client)).toEqual([])
    await ask()
    expect(await rowsOf(person)).toEqual([])
  })

  it('is answered once, by the person who was asked', async () => {
    const person = await passed(50)
    const [own, about] = await rowsOf(person)
    const [client, boss] = [await clientOf(person), await clientOf(supervisor)]
    const answers = { scales: { remembered: 4, used: 5 }, remark: 'Ik til nu anders.' }
    const send = (who: TestClient, id: number, body: object) => who.post(`${base}/second/${id}`, body)
    expect((await send(client, about.id, answers)).status).toBe(404)
    for (const scales of [{ used: 3 }, { remembered: 6, used: 1 }, { remembered: 1, used: 1, more: 1 }, { remembered: '1', used: 1 }])
      expect((await send(client, own.id, { ...answers, scales })).status, JSON.stringify(scales)).toBe(422)
    const both = await Promise.all([send(client, own.id, answers), send(client, own.id, answers)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await send(boss, about.id, { scales: { used: 4, better: 4 }, remark: '' })).status).toBe(200)
    expect(await openOf(client)).toEqual([])
    const { exportPersonalData, erasePersonalData } = await import('../server/services/personal_data.js')
    const exported = await app.inCompany(company.loginId, () => exportPersonalData(person.id))
    expect(exported.second_evaluations).toHaveLength(2)
    await app.inCompany(company.loginId, () => erasePersonalData(person.id))
    expect(await rowsOf(person)).toEqual([])
  })

  it('is asked of the person’s manager where there is one, and of nobody where there are several supervisors', async () => {
    const other = await createCompany()
    const [first, second] = [await createSupervisor(other.loginId), await createSupervisor(other.loginId)]
    expect((await rowsOf(await passed(50, other.loginId))).map(({ about }) => about)).toEqual(['own'])
    const managed = await createParticipant(other.loginId)
    await app.inCompany(other.loginId, async () => {
      await db.table('people_work').insert({ company_id: other.id, membership_id: managed.id, manager_id: second.id })
      const { planSecond } = await import('../server/services/second.js')
      await planSecond({
        ...{ participationId: ++participation, membershipId: managed.id, courseId: course.course_id, courseVersionId: course.version_id },
        ...{ courseName: course.course_name, language: 'nl', grade: 80, certificateValidMonths: null, passedAt: new Date().toISOString() },
      })
    })
    expect((await rowsOf(managed)).map(({ by_membership_id: by }) => by)).toEqual([managed.id, second.id])
    expect(first.id).not.toBe(second.id)
  })

  it('is closed to a manager who is replaced, unless they are a supervisor', async () => {
    const other = await createCompany()
    const [boss, next] = [await createParticipant(other.loginId, { signsIn: true }), await createSupervisor(other.loginId)]
    const manager = await clientOf(boss, other.loginId)
    const managed = await passed(50, other.loginId)
    const manage = (by: number) =>
      app.inCompany(other.loginId, async () => {
        const work = { company_id: other.id, membership_id: managed.id, manager_id: by }
        await db.table('people_work').insert(work).onConflict(['company_id', 'membership_id']).merge()
        await db.from('evaluations_second').where({ membership_id: managed.id, about: 'person' }).update({ by_membership_id: boss.id })
      })
    await manage(boss.id)
    const [open] = await openOf(manager)
    expect(open).toMatchObject({ about: 'person' })
    await manage(next.id)
    expect(await openOf(manager)).toEqual([])
    const answer = await manager.post(`${base}/second/${open!.id}`, { scales: { used: 4, better: 4 }, remark: '' })
    expect(answer.status).toBe(404)
    await ask(other.loginId)
    expect(await mailsTo(boss)).toEqual([])
    await app.asSystem(async () => db.from('core_memberships').where('id', boss.id).update({ role: 'beheerder' }))
    expect(await openOf(await clientOf(boss, other.loginId))).toHaveLength(1)
  })

  it('is off for other courses, and set by admins only', async () => {
    expect((await setWeeks(6, await clientOf(supervisor))).status).toBe(403)
    expect((await setWeeks(5)).status).toBe(422)
    expect((await admin.put(`${base}/later`, { course: 999_999_999, weeks: 6 })).status).toBe(404)
    expect((await setWeeks(null)).status).toBe(200)
    expect(await rowsOf(await passed(50))).toEqual([])
    expect((await setWeeks(6)).status).toBe(200)
    // People who passed before it was turned on are not asked.
    expect(await rowsOf(await passed(50))).toEqual([])
    await longAgo()
  })
})

describe('the results of second evaluations', () => {
  const results = async (query = '', client = admin) =>
    (await client.get(`${base}/results?course=${course.course_id}${query}`)).body.second.results as {
      about: string
      responses: number
      remarks: string[]
      scales: { key: string; average: number | null; answered: number }[]
    }[]

  it('are shown for at least five people, beside the first answers; a supervisor counts once', async () => {
    await app.asSystem(async () => db.from('evaluations_second').delete())
    const people: TestMember[] = []
    for (let n = 0; n < 5; n++) people.push(await passed(50))
    const boss = await clientOf(supervisor)
    for (const one of await openOf(boss)) await boss.post(`${base}/second/${one.id}`, { scales: { used: 2, better: 2 }, remark: 'Ja.' })
    for (const person of people.slice(0, 4)) {
      const client = await clientOf(person)
      const [own] = await openOf(client)
      await client.post(`${base}/second/${own!.id}`, { scales: { remembered: 5, used: 3 }, remark: 'Nee.' })
    }
    expect((await results()).map(({ responses, remarks }) => [responses, remarks])).toEqual([
      [0, []],
      [0, []],
    ])
    const last = await clientOf(people[4]!)
    const [own] = await openOf(last)
    await last.post(`${base}/second/${own!.id}`, { scales: { remembered: 5, used: 3 }, remark: '' })
    const [mine, theirs] = await results()
    expect(mine).toMatchObject({ about: 'own', responses: 5, remarks: [] })
    expect(mine!.scales).toMatchObject([
      { key: 'remembered', average: 5, answered: 5 },
      { key: 'used', average: 3, answered: 5 },
    ])
    // One supervisor answered about five people: that is one person.
    expect(theirs).toMatchObject({ about: 'person', responses: 0, scales: [{ average: null, answered: 0 }, { average: null }] })
    expect((await results('', boss))[0]).toMatchObject({ responses: 5 })
    expect((await results(`&company=${company.id}`))[0]).toMatchObject({ responses: 5 })
  })

  it('are in the files and in read-only links, by the same rule of five people', async () => {
    const csv = async () => String((await admin.get(`${base}/files/csv?course=${course.course_id}`)).body)
    const share = async () => {
      const { address } = (await admin.post(`${base}/links`, { course: course.course_id, days: 1, note: '' })).body.data
      return (await app.visitor().get(`${base}/at/${String(address).split('/').at(-1)}`)).body.data.results.second
    }
    const answerAs = async (remark: string) => {
      const client = await clientOf(await passed(50))
      const [own] = await openOf(client)
      expect((await client.post(`${base}/second/${own!.id}`, { scales: { remembered: 4, used: 2 }, remark })).status).toBe(200)
    }
    await app.asSystem(async () => db.from('evaluations_second').delete())
    for (let n = 0; n < 4; n++) await answerAs(`Geheim ${n}`)
    const line = (question: string, kind: string, rest: string) => `Weken later (Deelnemers): ${question};${kind};${rest}`
    expect(await csv()).toContain(line('Weet nog hoe het moet', 'Schaal', 'Minder dan vijf antwoorden;;;'))
    expect(await csv()).not.toContain('Geheim')
    expect(await share()).toEqual([])

    await answerAs('=1+1')
    const full = await csv()
    expect(full).toContain(line('Weet nog hoe het moet', 'Schaal', '4;5;100;4'))
    expect(full).toContain(line('Gebruikt het in het werk', 'Schaal', '2;5;100;2'))
    for (const remark of ['Geheim 0', 'Geheim 3', `'=1+1`]) expect(full).toContain(line('Opmerking', 'Open vraag', `${remark};;;`))
    // Nobody answered about other people.
    expect(full).toContain('Weken later (Leidinggevenden): De deelnemer gebruikt het in het werk;Schaal;Minder dan vijf antwoorden;;;')
    const shared = await share()
    expect(shared).toMatchObject([{ about: 'own', responses: 5, remarks: [], scales: [{ average: 4, answered: 5 }, { average: 2 }] }])
    expect(JSON.stringify(shared)).not.toContain('Geheim')
    // The company's supervisor downloads the same; another company's supervisor gets none of it.
    const boss = await clientOf(supervisor)
    expect(String((await boss.get(`${base}/files/csv?course=${course.course_id}`)).body)).toContain('Geheim 0')
    const stranger = await createCompany()
    const other = await clientOf(await createSupervisor(stranger.loginId, { signsIn: true }), stranger.loginId)
    expect(String((await other.get(`${base}/files/csv?course=${course.course_id}`)).body)).not.toContain('Geheim')
    const pdf = await admin.get(`${base}/files/pdf?course=${course.course_id}`)
    expect(Buffer.from(pdf.bytes.slice(0, 4)).toString('latin1')).toBe('%PDF')
  })
})

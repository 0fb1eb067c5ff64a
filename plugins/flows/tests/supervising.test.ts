import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, today } from '#core/kit/days'
import { signInAs, signInSupervisor, type TestApp, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'
import { createCompany, createParticipant, createSupervisor, type TestCompany, type TestMember } from '#core/testing/factories'
import { endedTask } from '#core/testing/tasks'

// What supervisors do with people in progress: extend due dates, and check their stored records.

const base = '/api/flows/flows'
let app: TestApp
let db: typeof import('@adonisjs/lucid/services/db').default
let company: TestCompany
let supervisor: TestClient
let stranger: TestClient
let courses: number[]
let made = 0

beforeAll(async () => {
  app = await testApp()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
  company = await createCompany()
  const other = await createCompany()
  const email = (await createSupervisor(company.loginId, { signsIn: true, firstname: 'Sam', lastname: 'Baas' })).email
  supervisor = await signInAs(email, undefined, company.loginId)
  stranger = await signInSupervisor(other.loginId)
  courses = (await supervisor.get('/api/flows/options')).body.data.courses.map(({ id }: { id: number }) => id)
})

/** A flow of two courses, the first due in ten days, with one person in it. */
async function underWay(skips = false): Promise<{ id: number; member: TestMember; round: number }> {
  made += 1
  const definition = {
    steps: ['a', 'b'].map((key, index) => ({ key, course: courses[index]!, due_days: index ? null : 10, optional: false })),
    rules: [
      { step: 'a', type: 'direct' },
      { step: 'b', type: 'status', other: 'a', when: 'finished' },
    ],
    ...{ finish: null, expired: 'restart', skip_held: skips, repeat_months: null },
  }
  const { id } = (await supervisor.post(base, { name: `Under way ${made}`, active: true, groups: [], definition })).body.data
  const member = await createParticipant(company.loginId, { birthdate: '1990-05-01' })
  await supervisor.post(`${base}/${id}/people`, { members: [member.id], groups: [], emails: [] })
  const [row] = await app.asSystem(() => db.from('flows_people').where('membership_id', member.id).select('id'))
  return { id, member, round: row.id }
}
/** Moves the due day of a started step, as if it had started earlier. */
async function setDue(round: number, days: number): Promise<void> {
  const { advance } = await import('#plugins/flows/server/services/advance')
  await app.inCompany(company.loginId, () =>
    db.transaction(async (trx) => {
      await trx
        .from('flows_steps')
        .where('person_id', round)
        .update({ due_on: addDays(today(), days) })
      await advance(trx, [round])
    }),
  )
}
const lineOf = async ({ id }: TestMember) => (await supervisor.get(`/api/flows/persons/${id}`)).body.data[0]
const courseOf = async ({ id }: TestMember) =>
  (await app.asSystem(() => db.from('learning_participations').where('membership_id', id).orderBy('id')))[0]
const historyOf = async (id: number) => (await supervisor.get(`${base}/${id}/history`)).body.data
async function pass(member: TestMember): Promise<void> {
  const { id } = await courseOf(member)
  const { updated_at: version } = (await supervisor.get(`/api/learning/insights/${id}`)).body.data
  await supervisor.post(`/api/learning/insights/${id}/acts`, { act: 'pass', reason: 'Test', updated_at: version })
  await app.settle()
}

describe('a later due date', () => {
  const extend = (ids: number[], dueOn: string, reason = 'Op vakantie', client = supervisor) =>
    client.post('/api/flows/people/act', { action: 'flows.extend', ids, input: { due_on: dueOn, reason } })

  it('is given to one person with a reason, in the flow and in the course, and they are notified', async () => {
    const { id, member, round } = await underWay()
    const later = addDays(today(), 40)
    const task = await endedTask(supervisor, (await extend([round], later)).body.data.id)
    expect(task).toMatchObject({ done: 1, failed: 0 })
    expect((await lineOf(member)).steps[0]).toMatchObject({ due_on: later, time: null })
    expect((await courseOf(member)).due_at).toBe(later)
    expect((await historyOf(id))[0]).toMatchObject({ act: 'extended', due_on: later, reason: 'Op vakantie', by: 'Sam Baas' })
    const { history } = (await supervisor.get(`/api/learning/insights/${(await courseOf(member)).id}`)).body.data
    expect(history[0]).toMatchObject({ action: 'due_changed', reason: 'Op vakantie', by: 'Sam Baas' })
    await app.settle()
    const mails = await app.asSystem(() => db.from('core_mail_outbox').where('membership_id', member.id).orderBy('id').select('trigger'))
    expect(mails.map(({ trigger }) => trigger)).toContain('learning.mail.terms_changed')
  })

  it('is never earlier, and is refused for a past day and for a stranger', async () => {
    const { member, round } = await underWay()
    const before = await courseOf(member)
    const task = await endedTask(supervisor, (await extend([round], addDays(today(), 5))).body.data.id)
    expect(task).toMatchObject({ done: 1, failed: 0 })
    expect((await courseOf(member)).due_at).toBe(before.due_at)
    expect((await extend([round], today())).body.errors).toMatchObject([{ field: 'due_on', rule: 'due_past' }])
    expect((await extend([round], addDays(today(), 40), '')).status).toBe(422)
    await extend([round], addDays(today(), 90), 'Theirs', stranger)
    await app.settle()
    expect((await courseOf(member)).due_at).toBe(before.due_at)
  })

  it('is suggested by a warning in lists when little or no time is left', async () => {
    const { id, member, round } = await underWay()
    const find = async (time: string) =>
      (await supervisor.get(`/api/flows/people?flow=${id}&time=${time}`)).body.data.map((row: { id: number }) => row.id)
    expect(await find('short,late')).toEqual([])
    const due = (days: number) => setDue(round, days)
    await due(2)
    expect((await lineOf(member)).time).toBe('short')
    expect([await find('short'), await find('late')]).toEqual([[round], []])
    await due(-1)
    expect((await lineOf(member)).steps[0].time).toBe('late')
    expect([await find('short'), await find('late')]).toEqual([[], [round]])
    // The list says which day it was.
    const { data } = (await supervisor.get(`/api/flows/people?flow=${id}`)).body
    expect(data).toMatchObject([{ due_on: addDays(today(), -1), time: 'late' }])
  })
})

describe('a course passed elsewhere', () => {
  it('skips the step of the training with the same name, with that reason; an expired one does not', async () => {
    const { id } = await underWay(true)
    const names = (await supervisor.get('/api/flows/options')).body.data.courses as { id: number; name: string }[]
    const name = names.find((one) => one.id === courses[0])!.name
    const [shown, past] = await Promise.all([1, 2].map(() => createParticipant(company.loginId, { birthdate: '1990-05-01' })))
    const proof = { company_id: company.id, name: `  ${name.toUpperCase()} `, status: 'passed' }
    await app.asSystem(() =>
      db.table('external_courses_courses').multiInsert([
        { ...proof, membership_id: shown!.id, valid_until: addDays(today(), 5) },
        { ...proof, membership_id: past!.id, valid_until: addDays(today(), -1) },
      ]),
    )
    await supervisor.post(`${base}/${id}/people`, { members: [shown!.id, past!.id], groups: [], emails: [] })
    expect((await lineOf(shown!)).steps).toMatchObject([
      { state: 'completed', reason: 'shown_outside' },
      { state: 'started', reason: 'started' },
    ])
    expect((await lineOf(past!)).steps[0]).toMatchObject({ state: 'started', reason: 'started' })
  })
})

describe('the dashboard', () => {
  it('counts people in progress, finished, stuck and late, in one company and with its filters over people', async () => {
    const before = (await supervisor.get('/api/flows/numbers?period=30')).body.data
    const { id: flow, member, round } = await underWay()
    const group = (await supervisor.post('/api/groups/groups', { kind: 'location', name: 'Counted' })).body.data.id
    await supervisor.post(`/api/groups/groups/${group}/members`, { members: [member.id] })
    await setDue(round, -1)
    const now = (await supervisor.get('/api/flows/numbers?period=30')).body.data
    expect([now.under_way - before.under_way, now.late - before.late]).toEqual([1, 1])
    const own = async () => (await supervisor.get(`/api/flows/numbers?period=30&groups_group=${group}`)).body.data
    expect(await own()).toEqual({ under_way: 1, finished: 0, stuck: 0, late: 1 })
    await app.asSystem(() => db.from('flows_people').where('id', round).update({ finished_on: today(), state: 'passed', look_on: null }))
    expect(await own()).toEqual({ under_way: 0, finished: 1, stuck: 0, late: 0 })
    // The number on the dashboard leads to a list with as many people, also on the first day of the period.
    const finishedOn = async (days: number) => {
      await app.asSystem(() =>
        db
          .from('flows_people')
          .where('id', round)
          .update({ finished_on: addDays(today(), -days) }),
      )
      const listed = (await supervisor.get(`/api/flows/people?finished_on=last30&flow=${flow}`)).body.meta.total
      return [(await own()).finished, listed]
    }
    expect([await finishedOn(0), await finishedOn(30), await finishedOn(31)]).toEqual([
      [1, 1],
      [1, 1],
      [0, 0],
    ])
    expect((await stranger.get('/api/flows/numbers?period=30')).body.data).toEqual({ under_way: 0, finished: 0, stuck: 0, late: 0 })
    expect((await supervisor.get('/api/flows/numbers?period=none')).status).toBe(422)
  })
})

describe('a mail that the company switched off', () => {
  const mailsOf = ({ id }: TestMember) =>
    app.asSystem(() => db.from('core_mail_outbox').where('membership_id', id).whereLike('trigger', 'flows.%').select('trigger', 'status'))
  const choose = (chosen: object) =>
    app.asSystem(async () => {
      await db.table('core_company_settings').insert({ company_id: company.id, plugin: 'flows', chosen: JSON.stringify(chosen) })
      await db.from('core_companies').where('id', company.id).update({ updated_at: new Date() })
    })

  it('is not sent: for a started step and for the weekly digest', async () => {
    const wanted = await underWay()
    await app.settle()
    expect((await mailsOf(wanted.member)).map(({ trigger }) => trigger)).toEqual(['flows.mail.step_started'])
    await choose({ mail_step_started: false, mail_finished: false, mail_stuck: false })
    const unwanted = await underWay()
    await app.settle()
    expect(await mailsOf(unwanted.member)).toEqual([])
    await app.asSystem(() => db.from('flows_people').where('id', unwanted.round).update({ stuck: 'failed' }))
    const { digestStuck, finishedValues, STUCK_MAIL } = await import('#plugins/flows/server/services/mails')
    await app.inCompany(company.loginId, () => digestStuck())
    expect(await app.asSystem(() => db.from('core_mail_outbox').where('trigger', STUCK_MAIL).where('company_id', company.id))).toEqual([])
    expect(await app.inCompany(company.loginId, () => finishedValues({ flow: 'X' }))).toBeNull()
    const { mails } = (await supervisor.post('/api/flows/dry-run', { flow: unwanted.id, members: [], groups: [], emails: [] })).body.data
    expect(mails.map(({ sent }: { sent: boolean }) => sent)).toEqual([false, true, false])
  })
})

describe('the check', () => {
  const check = async (id: number, client = supervisor) => (await client.get(`${base}/${id}/check`)).body.data
  const kindsOf = async (id: number) =>
    (await check(id)).found.flatMap(({ problems }: { problems: { kind: string }[] }) => problems.map(({ kind }) => kind))
  const correct = (id: number, ids: number[], client = supervisor) => client.post(`${base}/${id}/check`, { ids })

  it('finds nothing when all is correct, also for people who wait or are done', async () => {
    const { id, member } = await underWay()
    expect(await check(id)).toEqual({ checked: 1, found: [], more: 0, next: null })
    await pass(member)
    expect(await check(id)).toEqual({ checked: 1, found: [], more: 0, next: null })
  })

  it('finds a reverted pass, and reverts the step', async () => {
    const { id, member, round } = await underWay()
    await pass(member)
    const { id: course } = await courseOf(member)
    await app.asSystem(() => db.from('learning_participations').where('id', course).update({ status: 'busy', finished_at: null }))
    expect(await kindsOf(id)).toEqual(['done_without_pass'])
    expect((await lineOf(member)).steps[0].state).toBe('passed')
    expect((await correct(id, [round])).body.data).toEqual({ corrected: 1 })
    expect((await lineOf(member)).steps[0]).toMatchObject({ state: 'busy', done_on: null })
    expect(await kindsOf(id)).toEqual([])
    expect((await historyOf(id))[0]).toMatchObject({ act: 'corrected', by: 'Sam Baas' })
    // A correct record is not corrected again.
    expect((await correct(id, [round])).body.data).toEqual({ corrected: 0 })
  })

  it('finds a step that should have started, a wrong state and a second round, and corrects each', async () => {
    const { id, member, round } = await underWay()
    await pass(member)
    await app.asSystem(() => db.from('flows_steps').where({ person_id: round, step: 'b' }).delete())
    expect(await kindsOf(id)).toEqual(['step_missed'])
    await correct(id, [round])
    expect((await lineOf(member)).steps[1].state).toBe('started')
    await app.asSystem(() => db.from('flows_people').where('id', round).update({ state: 'not_passed', stuck: 'failed' }))
    expect(await kindsOf(id)).toEqual(['state_differs'])
    await correct(id, [round])
    expect(await lineOf(member)).toMatchObject({ state: 'busy', stuck: null })
    const [second] = await app.asSystem(() =>
      db
        .table('flows_people')
        .insert({
          ...{ company_id: company.id, flow_id: id, membership_id: member.id, version: 1, origin: 'hand', round: 2 },
          ...{ joined_on: today(), look_on: today() },
        })
        .returning('id'),
    )
    expect(await kindsOf(id)).toContain('two_rounds')
    await correct(id, [second.id])
    expect(await kindsOf(id)).toEqual([])
  })

  it('finds the same in parts as at once', async () => {
    const { id } = await underWay()
    const members = await Promise.all(Array.from({ length: 4 }, () => createParticipant(company.loginId, { birthdate: '1990-05-01' })))
    await supervisor.post(`${base}/${id}/people`, { members: members.map((one) => one.id), groups: [], emails: [] })
    const rounds = await app.asSystem(() => db.from('flows_people').where('flow_id', id).orderBy('id').select('id'))
    const ids: number[] = rounds.map((round: { id: number }) => round.id)
    const wrong = [ids[1]!, ids[4]!]
    await app.asSystem(() => db.from('flows_people').whereIn('id', wrong).update({ state: 'not_passed', stuck: 'failed' }))
    const { checkFlowPeople } = await import('#plugins/flows/server/services/check_flow')
    const inParts = async (size: number) => {
      const parts: { checked: number; found: number[]; next: number | null }[] = []
      let after: number | undefined
      do {
        const { checked, found, next } = await app.inCompany(company.loginId, () =>
          checkFlowPeople({ companyId: company.id, row: { language: 'nl' } } as never, String(id), after, size),
        )
        parts.push({ checked, found: found.map((one) => one.id), next })
        after = next ?? undefined
      } while (after)
      return parts
    }
    expect(await inParts(2)).toEqual([
      { checked: 2, found: [ids[1]], next: ids[1] },
      { checked: 2, found: [], next: ids[3] },
      { checked: 1, found: [ids[4]], next: null },
    ])
    // No empty part follows when the last one is full.
    expect(await inParts(5)).toEqual([{ checked: 5, found: wrong, next: null }])
    const rest = (await supervisor.get(`${base}/${id}/check?after=${ids[1]}`)).body.data
    expect([rest.checked, rest.found.map((one: { id: number }) => one.id), rest.next]).toEqual([3, [ids[4]], null])
    expect((await supervisor.get(`${base}/${id}/check?after=${ids[4]}`)).body.data).toEqual({ checked: 0, found: [], more: 0, next: null })
  })

  it('refuses a start that is not an id', async () => {
    const { id } = await underWay()
    for (const after of ['0', '-1', '1.5', 'x', '9'.repeat(20), '1&after=2']) {
      const { status, body } = await supervisor.get(`${base}/${id}/check?after=${after}`)
      expect([after, status, body.code, body.errors?.[0]?.field]).toEqual([after, 422, 'validation_failed', 'after'])
    }
  })

  it('is limited to one company', async () => {
    const { id, round } = await underWay()
    expect((await stranger.get(`${base}/${id}/check`)).status).toBe(404)
    expect((await correct(id, [round], stranger)).status).toBe(404)
    const theirs = await underWay()
    expect((await correct(id, [theirs.round])).body.data).toEqual({ corrected: 0 })
  })
})

import { beforeAll, describe, expect, it, vi } from 'vitest'
import { addDays, today } from '#core/kit/days'
import { type TestApp, signInAs, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'
import { createParticipant } from '#core/testing/factories'
import { answerAll, changeQuiz, readUntil, startQuiz, wrongAnswers } from './journey.js'

// Supervisors and the courses of their people: assigning, viewing, acting.

const base = '/api/learning'
let app: TestApp
let db: typeof import('@adonisjs/lucid/services/db').default
let supervisor: TestClient
let other: TestClient
let courses: { id: number; shortname: string; name: string }[]

beforeAll(async () => {
  app = await testApp()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
  supervisor = await signInAs('beheerder@noordwind.example')
  other = await signInAs('beheerder@bouwmeester.example')
  courses = (await supervisor.get(`${base}/courses`)).body.data
})

/** Creates a participant of a company. @returns the membership */
const newPerson = async (loginId = 'noordwind', membership: Record<string, unknown> = {}): Promise<number> =>
  (await createParticipant(loginId, { firstname: 'Volg', membership })).id

const assign = (client: TestClient, members: number[], more: object = {}) =>
  client.post(`${base}/assignments`, { courses: [courses[0]!.id], members, ...more })
interface Row {
  id: number
  status: string
  current: boolean
}
const rowsOf = (member: number) =>
  app.asSystem(() => db.from('learning_participations').where('membership_id', member).orderBy('id')) as Promise<Row[]>
const insights = async (client: TestClient, id: number) => (await client.get(`${base}/insights/${id}`)).body.data
/** Performs an act with the current version, like somebody who has just read the page. */
async function act(client: TestClient, id: number, what: string, more: object = {}) {
  const { updated_at } = await insights(client, id)
  return client.post(`${base}/insights/${id}/acts`, { act: what, updated_at, ...more })
}
/** A begun participation of a new person, with the given changes. */
async function participation(set: Record<string, unknown> = {}, loginId = 'noordwind'): Promise<number> {
  const member = await newPerson(loginId)
  await assign(loginId === 'noordwind' ? supervisor : other, [member])
  const [row] = await rowsOf(member)
  const id = row!.id
  if (Object.keys(set).length) await app.asSystem(() => db.from('learning_participations').where('id', id).update(set))
  return id
}
const begun = (days = 30) => ({
  status: 'busy',
  language: 'nl',
  started_at: new Date(),
  expires_at: new Date(Date.now() + days * 86_400_000),
})
const stateOf = (id: number) => app.asSystem(() => db.from('learning_participations').where('id', id).firstOrFail())

describe('assigning', () => {
  it('assigns a course with a due day to several people, once, and records who did it', async () => {
    const people = [await newPerson(), await newPerson()]
    const due = addDays(today(), 10)
    const { status, body } = await assign(supervisor, people, { due_at: due, mandatory: true })
    expect(status).toBe(200)
    expect(body.data.map(({ result }: { result: string }) => result)).toEqual(['assigned', 'assigned'])
    const [row] = await rowsOf(people[0]!)
    expect(row).toMatchObject({ due_at: due, mandatory: true, status: 'registered', current: true })
    const again = await assign(supervisor, people, { due_at: due, mandatory: true })
    expect(again.body.data[0].result).toBe('unchanged')
    const later = await assign(supervisor, people, { due_at: addDays(due, 5) })
    expect(later.body.data[0].result).toBe('changed')
    expect(await rowsOf(people[0]!)).toHaveLength(1)
    const { history, assigned_by: by, due_at: now } = await insights(supervisor, row!.id)
    expect(now).toBe(addDays(due, 5))
    expect(by).toBe('Ruben Hofstra')
    expect(history.map(({ action, by: who }: Record<string, string>) => [action, who])).toEqual([
      ['due_changed', 'Ruben Hofstra'],
      ['assigned', 'Ruben Hofstra'],
    ])
  })

  it('refuses another company’s person, a past day, and an empty list', async () => {
    const theirs = await newPerson('bouwmeester')
    expect((await assign(supervisor, [theirs])).status).toBe(404)
    expect(await rowsOf(theirs)).toEqual([])
    expect((await assign(supervisor, [await newPerson()], { due_at: addDays(today(), -1) })).body.errors[0]).toMatchObject({
      field: 'due_at',
      rule: 'day_min',
    })
    expect((await assign(supervisor, [])).status).toBe(422)
  })

  it('reports by code who was refused, and assigns it to the others', async () => {
    const [fine, inactive] = [await newPerson(), await newPerson('noordwind', { status: 'inactive', deactivated_at: new Date() })]
    const { body } = await assign(supervisor, [inactive, fine])
    expect(body.data.map(({ result, code }: Record<string, string>) => [result, code])).toEqual([
      ['failed', 'member_inactive'],
      ['assigned', null],
    ])
  })

  it('skips people who passed, unless they have to take it again: then the latest participation is current', async () => {
    const member = await newPerson()
    await assign(supervisor, [member])
    const [first] = await rowsOf(member)
    await app.asSystem(() =>
      db.from('learning_participations').where('id', first!.id).update({ status: 'passed', finished_at: new Date() }),
    )
    expect((await assign(supervisor, [member])).body.data[0].code).toBe('already_passed')
    await assign(supervisor, [member], { again: true })
    expect((await rowsOf(member)).map(({ status, current }) => [status, current])).toEqual([
      ['passed', false],
      ['registered', true],
    ])
  })

  it('works in bulk from the list of people, with a result for each person', async () => {
    const people = [await newPerson(), await newPerson(), await newPerson('noordwind', { status: 'inactive', deactivated_at: new Date() })]
    const order = { action: 'learning.assign', ids: people }
    const list = '/api/people/participants/act'
    expect((await supervisor.post(list, { ...order, input: { courses: [] } })).status).toBe(422)
    expect((await supervisor.post(list, order)).status).toBe(422)
    // Refused once up front, and not for each person.
    const nowhere = await supervisor.post(list, { ...order, input: { courses: [courses[1]!.id, 999_999_999] } })
    expect([nowhere.status, nowhere.body.errors]).toMatchObject([422, [{ field: 'courses', rule: 'unknown' }]])
    const due = addDays(today(), 3)
    const { status, body } = await supervisor.post(list, { ...order, input: { courses: [courses[1]!.id], due_at: due } })
    expect(status).toBe(202)
    const task = await vi.waitFor(
      async () => {
        const { data } = (await supervisor.get(`/api/core/tasks/${body.data.id}`)).body
        expect(data.state).toBe('done')
        return data
      },
      { timeout: 300_000, interval: 100 },
    )
    expect(task).toMatchObject({ done: 3, failed: 1, about: courses[1]!.name })
    const { data: rows } = (await supervisor.get(`/api/core/tasks/${body.data.id}/rows`)).body
    expect(rows.map(({ key, code }: Record<string, string>) => [Number(key), code])).toEqual([
      // Failed rows come first.
      [people[2], 'member_inactive'],
      [people[0], null],
      [people[1], null],
    ])
    expect((await rowsOf(people[1]!))[0]).toMatchObject({ due_at: due, course_id: courses[1]!.id })
  })

  it('lets an admin assign to people of any company, as the platform', async () => {
    const admin = await signInAs('admin@platform.example')
    const people = [await newPerson(), await newPerson('bouwmeester')]
    const { body } = await assign(admin, people, { due_at: addDays(today(), 4) })
    expect(body.data.map(({ result }: { result: string }) => result)).toEqual(['assigned', 'assigned'])
    const [row] = await rowsOf(people[1]!)
    const { history, assigned_by: by } = await insights(other, row!.id)
    expect(by).toBeNull()
    expect(history[0]).toMatchObject({ action: 'assigned', by: null, by_platform: true })
  })
})

describe('acts', () => {
  it('extend by 14 days: access, due day, and an expired participation', async () => {
    const id = await participation({ ...begun(2), due_at: addDays(today(), 1) })
    const before = (await stateOf(id)).expires_at as Date
    expect((await act(supervisor, id, 'extend', { reason: 'Was ziek' })).status).toBe(200)
    const after = await stateOf(id)
    expect(after.expires_at.getTime() - before.getTime()).toBe(14 * 86_400_000)
    expect(after.due_at).toBe(addDays(today(), 15))
    const out = await participation({ ...begun(-1), status: 'expired' })
    await act(supervisor, out, 'extend')
    expect(await stateOf(out)).toMatchObject({ status: 'busy' })
    expect(Math.round(((await stateOf(out)).expires_at.getTime() - Date.now()) / 86_400_000)).toBe(14)
    expect((await act(supervisor, await participation({ expires_at: null }), 'extend')).body.code).toBe('nothing_to_extend')
    await app.settle()
    const listed = await app.asSystem(() => db.from('people_courses').where('participation_id', id).firstOrFail())
    expect(listed.expires_at).toEqual(after.expires_at)
  })

  it('give exactly one extra attempt at a quiz that has none left', async () => {
    const learner = await signInAs('leerling@noordwind.example')
    const { body } = await learner.get(`${base}/participations`)
    const id = body.data.find(({ name }: { name: string }) => name === 'Introductie offshore wind').id as number
    await learner.post(`${base}/participations/${id}/language`, { language: 'nl' })
    const quiz = await readUntil(learner, id, 'quiz')
    await changeQuiz(quiz.id, { max_attempts: 2, days_until_new_attempts: 0, practice: false, counts_for_progress: true })
    const fail = async () => {
      const attempt = await startQuiz(learner, id, quiz)
      await answerAll(learner, attempt, wrongAnswers)
      await learner.post(`${base}/attempts/${attempt}/submit`)
      return attempt
    }
    const first = await fail()
    expect((await act(supervisor, id, 'retry', { activity: quiz.id })).body.code).toBe('attempts_left')
    await fail()
    expect(await stateOf(id)).toMatchObject({ status: 'failed' })
    expect((await act(supervisor, id, 'retry', { activity: 999_999 })).status).toBe(422)
    expect((await act(supervisor, id, 'retry', { activity: quiz.id })).status).toBe(200)
    expect(await stateOf(id)).toMatchObject({ status: 'busy', finished_at: null })
    await app.settle()
    expect((await app.asSystem(() => db.from('people_courses').where('participation_id', id).firstOrFail())).status).toBe('busy')
    await fail()
    expect(await stateOf(id)).toMatchObject({ status: 'failed' })
    const refused = await learner.post(`${base}/participations/${id}/activities/${quiz.id}/attempts`)
    expect(refused.status).toBe(409)
    await app.settle()
    expect((await app.asSystem(() => db.from('people_courses').where('participation_id', id).firstOrFail())).status).toBe('failed')

    // The supervisor sees the attempt and that the feedback was read.
    const steps = (await insights(supervisor, id)).modules.flatMap(({ steps: of }: { steps: object[] }) => of)
    const seen = steps.find((step: { id: number }) => step.id === quiz.id)
    expect(seen.attempts.map(({ number, status }: Record<string, unknown>) => [number, status])).toEqual([
      [1, 'failed'],
      [2, 'failed'],
      [3, 'failed'],
    ])
    expect(seen.attempts[0]).toMatchObject({ feedback_seen_at: null, grade: 0 })
    expect(seen.attempts[0].outcomes.every((outcome: boolean) => outcome === false)).toBe(true)
    expect((await supervisor.post(`${base}/attempts/${first}/feedback`)).status).toBe(403)
    expect((await learner.post(`${base}/attempts/${first}/feedback`)).status).toBe(200)
    const attempt = (await supervisor.get(`${base}/insights/attempts/${first}`)).body.data
    expect(attempt.feedback_seen_at).not.toBeNull()
    // A supervisor sees the right answers, whatever the quiz shows its participants.
    expect(attempt.questions[0].answers.some(({ correct }: { correct: boolean }) => correct)).toBe(true)
    expect((await other.get(`${base}/insights/attempts/${first}`)).status).toBe(404)
  })

  it('pass by hand, with a reason that is stored and the same consequences as passing', async () => {
    const id = await participation(begun())
    expect((await act(supervisor, id, 'pass')).body.errors[0]).toMatchObject({ field: 'reason', rule: 'required' })
    expect((await act(supervisor, id, 'pass', { reason: 'Praktijkexamen gehaald' })).status).toBe(200)
    expect(await stateOf(id)).toMatchObject({ status: 'passed', progress: 100 })
    await app.settle()
    // Consistent in the lists, on the page and for other systems, and not overwritten by later changes.
    expect(await insights(supervisor, id)).toMatchObject({ status: 'passed', progress: 100 })
    const told = await app.inCompany('noordwind', async () => {
      const { service } = await import('../server/services/learning_service.js')
      await db.from('learning_participations').where('id', id).update({ progress: 0 })
      return service.outcomes([id])
    })
    expect(told).toMatchObject([{ status: 'passed', progress: 100 }])
    const certificate = await app.asSystem(() => db.from('certificates_certificates').where('participation_id', id).first())
    expect(certificate).not.toBeNull()
    expect((await insights(supervisor, id)).history[0]).toMatchObject({
      action: 'pass',
      reason: 'Praktijkexamen gehaald',
      by: 'Ruben Hofstra',
    })
    expect((await act(supervisor, id, 'pass', { reason: 'Nog eens' })).body.code).toBe('participation_finished')
  })

  it('do not pass anybody in a course for adults who is not known to be an adult', async () => {
    const offshore = courses.find(({ shortname }) => shortname === 'offshore-introductie')!
    const member = await newPerson()
    expect((await assign(supervisor, [member], { courses: [offshore.id] })).body.data[0].result).toBe('assigned')
    const { id } = (await rowsOf(member))[0]!
    const bornOn = (birthdate: string) =>
      app.asSystem(async () => {
        const { user_id } = await db.from('core_memberships').where('id', member).firstOrFail()
        await db.from('core_users').where('id', user_id).update({ birthdate })
      })
    const pass = () => act(supervisor, id, 'pass', { reason: 'Elders gehaald' })
    expect(await pass()).toMatchObject({ status: 409, body: { code: 'age_unknown' } })
    await bornOn(addDays(today(), -17 * 365))
    expect((await pass()).body.code).toBe('participant_too_young')
    expect(await stateOf(id)).toMatchObject({ status: 'registered', language: null })
    await bornOn('1990-05-14')
    expect((await pass()).status).toBe(200)
  })

  it('can still help people who failed and ran out of time', async () => {
    const id = await participation({ ...begun(-1), status: 'failed', finished_at: new Date() })
    const { acts } = await insights(supervisor, id)
    expect(acts).toBeDefined()
    expect((await act(supervisor, id, 'retry', { activity: 1 })).body.code).toBe('extend_first')
    expect((await act(supervisor, id, 'extend')).status).toBe(200)
    expect(await stateOf(id)).toMatchObject({ status: 'failed' })
    expect((await act(supervisor, id, 'retry', { activity: 999_999 })).status).toBe(422)
    // A participation in time cannot be extended.
    expect((await act(supervisor, id, 'extend')).body.code).toBe('participation_finished')
  })

  it('close as no-show or cancelled, and restart in a new participation', async () => {
    const absent = await participation(begun())
    expect((await act(supervisor, absent, 'no_show')).status).toBe(200)
    expect(await stateOf(absent)).toMatchObject({ status: 'no_show' })
    const { id: next } = (await act(supervisor, absent, 'restart', { reason: 'Tweede kans' })).body.data
    expect(next).not.toBe(absent)
    expect(await stateOf(next)).toMatchObject({ status: 'registered', current: true })
    expect(await stateOf(absent)).toMatchObject({ status: 'no_show', current: false })
    expect((await act(supervisor, absent, 'extend')).body.code).toBe('superseded')

    const busy = await participation(begun())
    await act(supervisor, busy, 'restart')
    expect(await stateOf(busy)).toMatchObject({ status: 'cancelled', current: false })
    const cancelled = await participation()
    expect((await act(supervisor, cancelled, 'restart')).body.code).toBe('not_started_yet')
    expect((await act(supervisor, cancelled, 'cancel')).status).toBe(200)
    expect((await act(supervisor, cancelled, 'cancel')).body.code).toBe('participation_finished')
    const step = (key: string, course: number) => ({ key, course, due_days: null, optional: false })
    const rules = ['a', 'b'].map((key) => ({ step: key, type: 'direct' }))
    const terms = { finish: null, expired: 'restart', skip_held: false, repeat_months: null }
    const definition = { steps: [step('a', courses[0]!.id), step('b', courses[1]!.id)], rules, ...terms }
    const flow = await supervisor.post('/api/flows/flows', { name: 'Followed', active: true, groups: [], definition })
    const inFlow = await participation()
    const { membership_id: member } = await stateOf(inFlow)
    await supervisor.post(`/api/flows/flows/${flow.body.data.id}/people`, { members: [member], groups: [], emails: [] })
    expect((await act(supervisor, inFlow, 'cancel')).body.code).toBe('part_of_flow')
    await supervisor.delete(`/api/flows/flows/${flow.body.data.id}`)
    expect((await act(supervisor, inFlow, 'cancel')).status).toBe(200)
    await app.settle()
    const listed = await app.asSystem(() =>
      db.from('people_courses').whereIn('participation_id', [absent, cancelled]).orderBy('participation_id'),
    )
    expect(listed.map(({ status }: { status: string }) => status)).toEqual(['no_show', 'cancelled'])
  })

  it('succeed for one of two concurrent supervisors, and give the other a conflict', async () => {
    const id = await participation(begun())
    const { updated_at } = await insights(supervisor, id)
    const answers = await Promise.all([0, 1, 2, 3].map(() => supervisor.post(`${base}/insights/${id}/acts`, { act: 'extend', updated_at })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    expect(answers.find(({ status }) => status === 409)!.body.code).toBe('changed_meanwhile')
    expect((await insights(supervisor, id)).history).toHaveLength(2)
  })

  it('are only for the company’s own supervisors and admins', async () => {
    const id = await participation(begun())
    const { updated_at } = await insights(supervisor, id)
    expect((await other.get(`${base}/insights/${id}`)).status).toBe(404)
    expect((await other.post(`${base}/insights/${id}/acts`, { act: 'cancel', updated_at })).status).toBe(404)
    const learner = await signInAs('leerling@noordwind.example')
    expect((await learner.get(`${base}/insights/${id}`)).status).toBe(403)
    const admin = await signInAs('admin@platform.example')
    expect((await act(admin, id, 'cancel')).status).toBe(200)
    expect((await insights(supervisor, id)).history[0]).toMatchObject({ action: 'cancel', by: null, by_platform: true })
  })
})

describe('an erased supervisor', () => {
  it('is forgotten, and their assignments stay', async () => {
    const id = await participation(begun())
    await act(supervisor, id, 'extend')
    const { membership_id: member } = await stateOf(id)
    await app.inCompany('noordwind', async () => {
      const { assigned_by: by } = await db.from('learning_participations').where('id', id).firstOrFail()
      expect(by).not.toBeNull()
      const { erasePersonalData, exportPersonalData } = await import('../server/services/personal_data.js')
      const given = (await exportPersonalData(member)) as { history: { action: string }[] }
      expect(given.history.map(({ action }) => action)).toEqual(['assigned', 'extend'])
      await erasePersonalData(by)
      expect(await db.from('learning_participations').where('id', id).firstOrFail()).toMatchObject({
        assigned_by: null,
        membership_id: member,
      })
    })
    expect((await insights(supervisor, id)).history.map(({ by }: { by: string | null }) => by)).toEqual([null, null])
  })
})

describe('the flags of a person in the list of people', () => {
  const FLAGS = ['learning_overdue', 'learning_expired', 'learning_failed'] as const
  type Listed = { id: number; extra: Record<(typeof FLAGS)[number], number> }

  /** A person's flags in the list, and the filters that find them. */
  async function flagsOf(member: number) {
    const { name } = (await supervisor.get(`/api/people/participants/${member}`)).body.data
    const listed = async (query: string): Promise<Listed | undefined> => {
      const { status, body } = await supervisor.get(`/api/people/participants?search=${encodeURIComponent(name)}&${query}`)
      expect([status, body.errors]).toEqual([200, undefined])
      return body.data.find(({ id }: Listed) => id === member)
    }
    const { extra } = (await listed(`columns=${encodeURIComponent(FLAGS.join(','))}`))!
    const found: string[] = []
    for (const flag of ['overdue', 'expired', 'failed']) if (await listed(`learning_attention=${flag}`)) found.push(flag)
    return [...FLAGS.map((flag) => extra[flag]), found]
  }
  const memberOf = async (id: number): Promise<number> => (await stateOf(id)).membership_id

  it('are overdue, expired and failed, each only in its own case', async () => {
    const [yesterday, today_] = [addDays(today(), -1), today()]
    const past = new Date(Date.now() - 86_400_000)
    expect(await flagsOf(await memberOf(await participation({ ...begun(), due_at: yesterday })))).toEqual([1, 0, 0, ['overdue']])
    // The due day itself is not overdue yet, and neither is a person who has passed.
    expect(await flagsOf(await memberOf(await participation({ ...begun(), due_at: today_ })))).toEqual([0, 0, 0, []])
    const passed = await participation({ ...begun(), status: 'passed', finished_at: new Date(), due_at: yesterday })
    expect(await flagsOf(await memberOf(passed))).toEqual([0, 0, 0, []])
    // A participation without access is not overdue as well, because the person cannot do anything about it.
    const out = await participation({ ...begun(), expires_at: past, due_at: yesterday })
    expect(await flagsOf(await memberOf(out))).toEqual([0, 1, 0, ['expired']])
    const failed = await participation({ ...begun(), status: 'failed', finished_at: new Date() })
    expect(await flagsOf(await memberOf(failed))).toEqual([0, 0, 1, ['failed']])
    // An earlier participation no longer counts.
    await app.asSystem(() => db.from('learning_participations').where('id', failed).update({ current: false }))
    expect(await flagsOf(await memberOf(failed))).toEqual([0, 0, 0, []])
  })
})

it('the demo is consistent: people who passed long ago did the steps then, not when the demo was loaded', async () => {
  const { body } = await (await signInAs('beheerder@noordwind.example')).get('/api/learning/totals?search=Kevin')
  const id = Object.values(body.data[0].cells as Record<string, { id: number; status: string }>).find(
    ({ status }) => status === 'passed',
  )!.id
  const { modules, started_at: from, finished_at: until } = await insights(await signInAs('beheerder@noordwind.example'), id)
  const steps: { opened_at: string; finished_at: string }[] = modules.flatMap(({ steps: of }: { steps: object[] }) => of)
  for (const { opened_at: opened, finished_at: finished } of steps) {
    expect(opened >= from && finished >= opened && finished <= until, `${from} ${opened} ${finished} ${until}`).toBe(true)
  }
})

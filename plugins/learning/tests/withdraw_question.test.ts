import { beforeAll, describe, expect, it } from 'vitest'
import { signInAs, signInSupervisor, type TestApp, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'
import { dueIn } from '#core/testing/due_in'
import { createCompany, createParticipant, createSupervisor, type TestCompany, type TestMember } from '#core/testing/factories'
import { markedGrade } from '../server/withdrawing/marked_grade.js'
import { answerAll, rightAnswers, startQuiz, wrongAnswers } from './journey.js'

// Withdrawing a question after people answered it (decision 0380).

let app: TestApp
let db: typeof import('@adonisjs/lucid/services/db').default
let admin: TestClient
let company: TestCompany
let elsewhere: TestCompany
let course: { id: number; version_id: number }
let activities: { id: number; type: string; key: string }[]
let quiz: number
let questions: number[]

beforeAll(async () => {
  app = await testApp()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
  admin = await signInAs('admin@platform.example')
  company = await createCompany()
  elsewhere = await createCompany()
  await app.asSystem(async () => {
    course = await db
      .from('learning_courses as c')
      .join('learning_course_versions as v', 'v.course_id', 'c.id')
      .where('c.shortname', 'tillen-en-dragen')
      .orderBy('v.number', 'desc')
      .select('c.id', 'v.id as version_id')
      .firstOrFail()
    activities = await db.from('learning_activities').where('version_id', course.version_id).select('id', 'type', 'key').orderBy('position')
    quiz = activities.find(({ key }) => key === 'eindtoets')!.id
    questions = (await db.from('learning_activity_questions').where('activity_id', quiz).orderBy('position').select('question_id')).map(
      ({ question_id: id }: { question_id: number }) => id,
    )
  })
})

interface Taken extends TestMember {
  participation: number
  attempt: number
}

/**
 * A person who did everything else in the course and submitted one attempt at the final test.
 * @param outcomes question → whether it was answered right
 */
async function taken(inCompany: TestCompany, outcomes: [question: number, right: boolean][], facts = {}): Promise<Taken> {
  const member = await createParticipant(inCompany.loginId, facts)
  const grade = Math.round((outcomes.filter(([, right]) => right).length * 100) / outcomes.length)
  const passes = grade >= 70
  return app.inCompany(inCompany.loginId, async () => {
    const own = { company_id: member.companyId }
    const [{ id: participation }] = await db
      .table('learning_participations')
      .insert({
        ...own,
        membership_id: member.id,
        course_id: course.id,
        version_id: course.version_id,
        status: 'busy',
        language: 'nl',
        started_at: new Date(),
      })
      .returning('id')
    const done = activities.filter(({ id }) => id !== quiz)
    const state = { ...own, participation_id: participation, status: 'finished', finished_at: new Date() }
    await db.table('learning_activity_states').multiInsert(done.map(({ id }) => ({ ...state, activity_id: id })))
    await db.table('learning_activity_states').insert({
      ...{ ...state, activity_id: quiz, grade, status: passes ? 'finished' : 'doing', finished_at: passes ? new Date() : null },
    })
    const [{ id: attempt }] = await db
      .table('learning_attempts')
      .insert({
        ...own,
        participation_id: participation,
        activity_id: quiz,
        number: 1,
        status: passes ? 'passed' : 'failed',
        grade,
        submitted_at: new Date(),
      })
      .returning('id')
    await db.table('learning_attempt_questions').multiInsert(
      outcomes.map(([question_id, correct], index) => ({
        ...{ ...own, attempt_id: attempt, question_id, position: index + 1, answer_order: [], given: ['a'], correct },
      })),
    )
    const { settle } = await import('../server/services/recompute.js')
    const { default: Participation } = await import('../server/models/participation.js')
    await db.transaction(async (trx) => settle(trx, await Participation.query({ client: trx }).where('id', participation).firstOrFail()))
    return { ...member, participation, attempt }
  })
}

const standing = (person: Taken) =>
  app.asSystem(async () => {
    const participation = await db.from('learning_participations').where('id', person.participation).select('status', 'grade').first()
    const attempt = await db.from('learning_attempts').where('id', person.attempt).select('status', 'grade').first()
    const certificate = await db
      .from('certificates_certificates')
      .where('participation_id', person.participation)
      .select('grade', db.raw('revoked_at is not null as revoked'))
      .first()
    return { course: participation, attempt, certificate }
  })

const mailsTo = (person: Taken) =>
  app.asSystem(async () =>
    db.from('core_mail_outbox').where({ membership_id: person.id, trigger: 'learning.mail.regraded' }).select('payload', 'in_app'),
  )

const at = (question: number) => `/api/learning/questions/${question}/withdrawal`
const withdraw = (question: number, also_fails = false, client = admin) =>
  client.post(at(question), { reason: 'Twee antwoorden zijn goed.', also_fails })

async function markAll() {
  const { markAgain } = await import('../server/withdrawing/mark_again.js')
  for (const { loginId } of [company, elsewhere]) {
    // Two runs at the same time, as after a worker that was wrongly considered dead.
    await Promise.all([app.inCompany(loginId, markAgain), app.inCompany(loginId, markAgain)])
  }
  await app.settle()
}

describe('a withdrawn question', () => {
  it('changes grades only for the better, and everybody it concerns hears of it', async () => {
    const [bad, b, c, d] = questions as [number, number, number, number]
    const passes = await taken(company, [
      [bad, false],
      [b, true],
      [c, true],
    ])
    const keeps = await taken(company, [
      [bad, true],
      [b, true],
      [c, true],
      [d, false],
    ])
    const better = await taken(company, [
      [bad, false],
      [b, true],
      [c, true],
      [d, true],
    ])
    const other = await taken(company, [
      [b, true],
      [c, true],
      [d, false],
    ])
    const abroad = await taken(elsewhere, [
      [bad, false],
      [b, true],
      [c, true],
    ])
    const only = await taken(company, [[bad, false]])
    await app.settle()
    expect(await standing(better)).toEqual({
      course: { status: 'passed', grade: 75 },
      attempt: { status: 'passed', grade: 75 },
      certificate: { grade: 75, revoked: false },
    })

    const shown = (await admin.get(`${at(bad)}?also_fails=false`)).body.data
    // The demo's people were asked these questions too.
    const mine = new Set([passes, keeps, better, other, abroad, only].map(({ participation }) => participation))
    const names = (list: { participation: number }[]) => list.map(({ participation }) => participation).filter((id) => mine.has(id))
    expect(names(shown.preview.passes)).toEqual(expect.arrayContaining([passes.participation, abroad.participation]))
    // It counts everybody, however many are read at once.
    const { previewWithdrawal } = await import('../server/withdrawing/preview.js')
    expect(await app.asSystem(() => previewWithdrawal(bad, false, 1))).toEqual({ ...shown.preview })
    expect(shown.preview.totals).toMatchObject({ passes: shown.preview.passes.length, fails: 0 })
    expect(names(shown.preview.passes)).not.toContain(keeps.participation)
    expect(shown.preview.fails).toEqual([])
    expect(names(shown.preview.corrected)).toEqual([better.participation])
    const corrected = shown.preview.corrected.find(({ participation }: { participation: number }) => participation === better.participation)
    expect(corrected).toMatchObject({ company: company.name, number: expect.stringMatching(/-000\d+$/) })
    const strictly = (await admin.get(`${at(bad)}?also_fails=true`)).body.data.preview
    expect(names(strictly.fails)).toEqual([keeps.participation])
    expect(names(strictly.revoked)).toEqual([keeps.participation])
    // A preview changes nothing.
    expect((await standing(passes)).course).toMatchObject({ status: 'busy' })

    expect(await dueIn('learning.mark_again')).not.toContain(company.loginId)
    const [one, two] = await Promise.all([withdraw(bad), withdraw(bad)])
    expect([one.status, two.status].sort()).toEqual([202, 409])
    expect(await dueIn('learning.mark_again')).toContain(company.loginId)
    await markAll()
    expect(await dueIn('learning.mark_again')).not.toContain(company.loginId)

    for (const person of [passes, abroad]) {
      expect(await standing(person)).toEqual({
        course: { status: 'passed', grade: 100 },
        attempt: { status: 'passed', grade: 100 },
        certificate: { grade: 100, revoked: false },
      })
      expect(await mailsTo(person)).toMatchObject([{ payload: { result: 'passed', grade: 100 }, in_app: true }])
    }
    expect((await standing(keeps)).course).toEqual({ status: 'passed', grade: 75 })
    // They kept the grade that they had with the question, so it still counts for them.
    const insight = (await admin.get(`/api/learning/insights/attempts/${keeps.attempt}`)).body.data
    expect(insight).toMatchObject({ correct_count: 3, counted: 4, may_withdraw: true })
    expect(insight.questions.filter(({ withdrawn }: { withdrawn: boolean }) => withdrawn)).toEqual([])
    expect(await standing(better)).toEqual({
      course: { status: 'passed', grade: 100 },
      attempt: { status: 'passed', grade: 100 },
      certificate: { grade: 100, revoked: false },
    })
    expect(await mailsTo(better)).toMatchObject([{ payload: { result: 'grade', grade: 100 } }])
    for (const person of [keeps, other, only]) expect(await mailsTo(person)).toEqual([])
    expect((await standing(only)).attempt).toEqual({ status: 'failed', grade: 0 })

    // The history has it, and the plugins that follow learning have the new grade.
    const supervisor = await createSupervisor(company.loginId, { signsIn: true })
    const client = await signInAs(supervisor.email, undefined, company.loginId)
    const { history } = (await client.get(`/api/learning/insights/${better.participation}`)).body.data
    expect(history[0]).toMatchObject({ action: 'regraded', reason: 'Twee antwoorden zijn goed.', details: { from: 75, to: 100 } })
    const [record] = await app.asSystem(async () =>
      db.from('people_courses').where('participation_id', better.participation).select('grade'),
    )
    expect(record).toEqual({ grade: 100 })

    // Marking everything once more changes nothing.
    await app.asSystem(async () => {
      await db.from('learning_withdrawals_marked').update({ finished_at: null, last_participation_id: 0 })
    })
    await markAll()
    expect(await mailsTo(better)).toHaveLength(1)
    expect(await standing(passes)).toMatchObject({ course: { status: 'passed', grade: 100 } })
    const done = (await admin.get(at(bad))).body.data
    expect(done.withdrawal).toMatchObject({ changed: expect.any(Number), finished: true, also_fails: false })
    expect(done.preview).toBeNull()
  })

  it('fails somebody who passed only if the editor chooses so, and passing again makes the certificate valid again', async () => {
    const [, , , , bad, f, g, h] = questions as number[]
    const loses = await taken(company, [
      [bad!, true],
      [f!, true],
      [g!, true],
      [h!, false],
    ])
    const keeps = await taken(company, [
      [bad!, true],
      [f!, true],
      [g!, true],
      [h!, true],
    ])
    await app.settle()
    expect((await standing(loses)).certificate).toEqual({ grade: 75, revoked: false })
    expect((await withdraw(bad!, true)).status).toBe(202)
    await markAll()
    expect(await standing(loses)).toEqual({
      course: { status: 'busy', grade: 67 },
      attempt: { status: 'failed', grade: 67 },
      certificate: { grade: 75, revoked: true },
    })
    expect(await mailsTo(loses)).toMatchObject([{ payload: { result: 'lost', grade: 67 } }])
    expect(await standing(keeps)).toMatchObject({ course: { status: 'passed', grade: 100 }, certificate: { revoked: false } })
    expect(await mailsTo(keeps)).toEqual([])

    // A second question is withdrawn, and now they pass.
    expect((await withdraw(h!)).status).toBe(202)
    await markAll()
    expect(await standing(loses)).toEqual({
      course: { status: 'passed', grade: 100 },
      attempt: { status: 'passed', grade: 100 },
      certificate: { grade: 100, revoked: false },
    })
  })

  it('does not count in an attempt that is running, and is not drawn any more', async () => {
    const person = await createParticipant(company.loginId, { signsIn: true, birthdate: '1990-01-01' })
    const participation = await app.inCompany(company.loginId, async () => {
      const [{ id }] = await db
        .table('learning_participations')
        .insert({
          ...{ company_id: person.companyId, membership_id: person.id, course_id: course.id, version_id: course.version_id },
          ...{ status: 'busy', language: 'nl', started_at: new Date() },
        })
        .returning('id')
      const rows = activities
        .filter(({ id }) => id !== quiz)
        .map(({ id: activity_id }) => ({ company_id: person.companyId, participation_id: id, activity_id, status: 'finished' }))
      await db.table('learning_activity_states').multiInsert(rows)
      return id as number
    })
    const client = await signInAs(person.email, undefined, company.loginId)
    const attempt = await startQuiz(client, participation, { id: quiz })
    const asked: { id: number }[] = (await client.get(`/api/learning/attempts/${attempt}`)).body.data.questions
    const bad = asked[0]!.id
    await answerAll(client, attempt, (question) => (question.id === bad ? wrongAnswers(question) : rightAnswers(question)))
    expect((await withdraw(bad)).status).toBe(202)
    const result = await client.post(`/api/learning/attempts/${attempt}/submit`)
    expect(result.body.data).toMatchObject({ status: 'passed', grade: 100 })
    const { body } = await client.get(`/api/learning/attempts/${attempt}/result`)
    const shown = body.data.questions.filter(({ withdrawn }: { withdrawn: boolean }) => withdrawn)
    expect(shown.map(({ id }: { id: number }) => id)).toEqual([bad])
    expect(body.data).toMatchObject({ correct_count: asked.length - 1, counted: asked.length - 1 })

    const drawn = await app.inCompany(company.loginId, () =>
      db.transaction(async (trx) => {
        const { drawableQuestions } = await import('../server/services/questions_of_quiz.js')
        return (await drawableQuestions({ id: quiz, versionId: course.version_id }, trx)).map(({ id }) => id)
      }),
    )
    expect(drawn).not.toContain(bad)
  })

  it('cannot be the last one of a quiz, and belongs to the owner of its course', async () => {
    const left: number[] = await app.asSystem(async () =>
      (
        await db
          .from('learning_activity_questions as k')
          .where('k.activity_id', quiz)
          .whereNotExists((done) => void done.from('learning_withdrawals as w').whereColumn('w.question_id', 'k.question_id'))
          .select('k.question_id')
      ).map(({ question_id: id }: { question_id: number }) => id),
    )
    const supervisor = await signInSupervisor('bouwmeester')
    expect((await supervisor.get(at(left[0]!))).status).toBe(404)
    expect((await withdraw(left[0]!, false, supervisor)).status).toBe(404)
    expect((await withdraw(999_999_999)).status).toBe(404)
    for (const body of [{ reason: 'kort', also_fails: false }, { reason: 'x'.repeat(501), also_fails: false }, { reason: 'Lang genoeg.' }])
      expect((await admin.post(at(left[0]!), body)).status).toBe(422)
    for (const id of left.slice(1)) expect((await withdraw(id)).status).toBe(202)
    const last = await withdraw(left[0]!)
    expect([last.status, last.body.code]).toEqual([409, 'last_question'])
  })
})

it('never lowers a grade unless it was withdrawn for everybody, in any combination', () => {
  const random = (n: number) => Math.floor(Math.random() * n)
  for (let round = 0; round < 300; round++) {
    const asked = Array.from({ length: 1 + random(12) }, () => ({
      correct: random(2) === 0,
      withdrawn: ([null, 'kept'] as const)[random(2)]!,
    }))
    const before = markedGrade(asked.map((question) => ({ ...question, withdrawn: null })))
    expect(markedGrade(asked), JSON.stringify(asked)).toBeGreaterThanOrEqual(before)
    const counting = asked.filter(({ withdrawn }) => withdrawn === null)
    const strict = asked.map((question) => ({ ...question, withdrawn: question.withdrawn && ('strict' as const) }))
    expect(markedGrade(strict)).toBe(counting.length ? markedGrade(counting) : before)
  }
})

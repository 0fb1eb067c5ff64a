import { beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '#core/testing/app'
import { dueIn } from '#core/testing/due_in'
import { createParticipant } from '#core/testing/factories'
import { MARK_PRACTISED } from '../migrations/0661_settle_again.js'
import { changeQuiz } from './journey.js'

// Participations whose grade was stored when practice quizzes still counted (decision 0341).

let app: TestApp
let db: typeof import('@adonisjs/lucid/services/db').default
let course: { id: number; version_id: number }
let activities: { id: number; type: string; key: string }[]

beforeAll(async () => {
  app = await testApp()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
  course = await app.asSystem(async () =>
    db
      .from('learning_courses as c')
      .join('learning_course_versions as v', 'v.course_id', 'c.id')
      .where('c.shortname', 'tillen-en-dragen')
      .orderBy('v.number', 'desc')
      .select('c.id', 'v.id as version_id')
      .firstOrFail(),
  )
  activities = await app.asSystem(async () =>
    db.from('learning_activities').where('version_id', course.version_id).select('id', 'type', 'key').orderBy('position'),
  )
  await changeQuiz(activities.find(({ key }) => key === 'tussentoets')!.id, { counts_for_progress: true })
})

/** A person who took the course, with the values that the old rules stored. @param done grades of the finished activities, by key */
async function enrolled(done: Record<string, number | null>, stored: object): Promise<{ id: number }> {
  const { id: membershipId, companyId } = await createParticipant('noordwind')
  const id = await app.asSystem(async () => {
    const row = { company_id: companyId, membership_id: membershipId, course_id: course.id, version_id: course.version_id }
    const facts = { status: 'busy', language: 'nl', started_at: new Date(), ...stored }
    const [made] = await db
      .table('learning_participations')
      .insert({ ...row, ...facts })
      .returning('id')
    const states = Object.entries(done).map(([key, grade]) => ({
      company_id: companyId,
      participation_id: made.id,
      activity_id: activities.find((activity) => activity.key === key)!.id,
      status: 'finished',
      grade,
      finished_at: new Date(),
    }))
    await db.table('learning_activity_states').multiInsert(states)
    return made.id as number
  })
  return { id }
}

const rowOf = (id: number) =>
  app.asSystem(async () => db.from('learning_participations').where('id', id).select('status', 'grade', 'progress', 'settle_again').first())

it('recomputes stored grades that included practice while the course is in progress, and keeps those of finished courses', async () => {
  const everything = Object.fromEntries(activities.map(({ key, type }) => [key, type === 'quiz' ? 100 : null]))
  const { tussentoets: _, ...butPractice } = everything
  const { evaluatie: __, ...butEvaluation } = everything
  const practised = await enrolled({ 'je-lichaam': null, tussentoets: 75 }, { grade: 75, progress: 18 })
  const nearly = await enrolled({ ...butEvaluation, tussentoets: 76 }, { grade: 88, progress: 91 })
  const finished = await enrolled(butPractice, { grade: 100, progress: 91 })
  const ended = { expires_at: new Date(Date.now() - 1000) }
  const tooLate = await enrolled(butPractice, { grade: 88, progress: 91, ...ended })
  const over = await enrolled({ ...everything, tussentoets: 75 }, { status: 'passed', grade: 88, progress: 100, finished_at: new Date() })

  expect(await dueIn('learning.settle_again')).not.toContain('noordwind')
  await app.asSystem(async () => db.rawQuery(MARK_PRACTISED))
  expect(await dueIn('learning.settle_again')).toContain('noordwind')
  const { recomputeGrades } = await import('../server/services/recompute_grades.js')
  // Two concurrent runs, as after a worker that was wrongly considered dead.
  await Promise.all([app.inCompany('noordwind', recomputeGrades), app.inCompany('noordwind', recomputeGrades)])
  await app.settle()

  expect(await rowOf(practised.id)).toEqual({ status: 'busy', grade: null, progress: 10, settle_again: false })
  expect(await rowOf(nearly.id)).toMatchObject({ status: 'busy', grade: 100, progress: 90, settle_again: false })
  expect(await rowOf(over.id)).toEqual({ status: 'passed', grade: 88, progress: 100, settle_again: false })
  expect(await rowOf(tooLate.id)).toMatchObject({ status: 'busy', grade: 88 })
  // Only practice was left to do: they passed, with all its consequences.
  expect(await rowOf(finished.id)).toEqual({ status: 'passed', grade: 100, progress: 100, settle_again: false })
  expect(await app.asSystem(async () => db.from('certificates_certificates').where('participation_id', finished.id))).toHaveLength(1)
  expect(await dueIn('learning.settle_again')).not.toContain('noordwind')
})

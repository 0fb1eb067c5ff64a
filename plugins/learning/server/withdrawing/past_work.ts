import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import db from '@adonisjs/lucid/services/db'
import { DateTime } from 'luxon'
import { preparedQuery } from '#core/kit/database'
import { serviceOf } from '#core/kit/services'
import { attemptRecording } from '../../contract/recording.js'
import type { AttemptStatus } from '../../contract/states.js'
import type Participation from '../models/participation.js'
import { contentFor, type CourseContent } from '../services/course_content.js'
import { statesOfMany } from '../services/own_states.js'
import { versionContent } from '../services/version_content.js'
import { type Withdrawn, WITHDRAWN_SQL } from './marked_grade.js'
import { type Plan, type PlanInput, planMarking } from './plan.js'

/** The quizzes that ask a question, of every version. */
export const QUIZZES_THAT_ASK = `select k.activity_id from learning_activity_questions k where k.question_id = ?`

interface Row {
  id: number
  participation_id: number
  activity_id: number
  number: number
  status: AttemptStatus
  grade: number | null
  submitted_at: Date | null
  review_company_id: number | null
  extra: number | null
  questions: { id: number; correct: boolean | null; withdrawn: Withdrawn }[]
}

const ATTEMPTS = `
  select a.id, a.participation_id, a.activity_id, a.number, a.status, a.grade, a.submitted_at, a.review_company_id, s.extra_attempts as extra,
         jsonb_agg(jsonb_build_object('id', q.question_id, 'correct', q.correct, 'withdrawn', ${WITHDRAWN_SQL})) as questions
    from learning_attempts a
    join learning_attempt_questions q on q.company_id = a.company_id and q.attempt_id = a.id
    left join learning_withdrawals w on w.question_id = q.question_id
    left join learning_activity_states s on s.company_id = a.company_id and s.participation_id = a.participation_id and s.activity_id = a.activity_id
   where a.company_id = any($1::bigint[]) and a.participation_id = any($2::bigint[])
     and a.activity_id in (select k.activity_id from learning_activity_questions k where k.question_id = $3)
   group by a.id, s.extra_attempts order by a.number`

interface LeftOut {
  id: number
  /** The kind of withdrawal, or the assumed kind for a preview. */
  withdrawn: Exclude<Withdrawn, null>
}

/** Plans what leaving out a question changes for one participation. */
export async function planFor(participation: Participation, question: LeftOut, trx?: TransactionClientContract): Promise<Plan> {
  return (await plansFor([participation], question, trx))[0]!
}

/** The same for several participations, in their order, with as many queries as for one. */
export async function plansFor(
  participations: readonly Participation[],
  question: LeftOut,
  trx?: TransactionClientContract,
): Promise<Plan[]> {
  const client = trx ?? db
  const companies = [...new Set(participations.map(({ companyId }) => companyId))]
  const ids = participations.map(({ id }) => id)
  const rows = await preparedQuery<Row>(client, 'learning_past_work', ATTEMPTS, [companies, ids, question.id])
  const attempts = Map.groupBy(rows, ({ participation_id: id }) => Number(id))
  const states = await statesOfMany(participations, trx)
  const unreviewed = await unreviewedOf(rows, trx)
  const byHand = await passedByHand(
    participations.filter(({ status }) => status === 'passed'),
    trx,
  )
  const plans: Plan[] = []
  for (const participation of participations) {
    const { id, versionId, language } = participation
    const content = contentFor(language, await versionContent(versionId, trx), states.get(id) ?? [])
    plans.push(planOne(participation, content, { rows: attempts.get(id) ?? [], question, unreviewed, passedByHand: byHand.has(id) }))
  }
  return plans
}

interface PastWork {
  rows: readonly Row[]
  question: LeftOut
  unreviewed: ReadonlySet<number>
  passedByHand: boolean
}

function planOne(participation: Participation, content: CourseContent, { rows, question, unreviewed, passedByHand }: PastWork): Plan {
  const { version, activities, states } = content
  const quizzes = activities
    .filter(({ id }) => rows.some((row) => row.activity_id === id))
    .map((activity) => {
      const own = rows.filter((row) => row.activity_id === activity.id)
      const attempts = own.map((row) => ({
        ...{ id: row.id, number: row.number, status: row.status, grade: row.grade, submittedAt: row.submitted_at },
        ...{ isRecorded: row.review_company_id !== null, isUnreviewed: unreviewed.has(row.id) },
        questions: row.questions.map((one) => (one.id === question.id ? { ...one, withdrawn: question.withdrawn } : one)),
      }))
      return { activity, attempts, extra: own[0]!.extra ?? 0 }
    })
  const { status, current, grade, expiresAt } = participation
  const input: PlanInput = {
    participation: { status, current, grade, accessEnded: expiresAt !== null && expiresAt <= DateTime.now(), passedByHand },
    ...{ version, activities, states, quizzes, now: new Date() },
  }
  return planMarking(input)
}

async function unreviewedOf(rows: readonly Row[], trx?: TransactionClientContract): Promise<ReadonlySet<number>> {
  const recorded = rows.filter(({ status, review_company_id: by }) => by !== null && status === 'failed').map(({ id }) => id)
  if (!recorded.length) return new Set()
  return (await (await serviceOf(attemptRecording, trx))?.unreviewed(recorded, trx)) ?? new Set()
}

/** The participations that a supervisor marked as passed. */
async function passedByHand(participations: readonly Participation[], trx?: TransactionClientContract): Promise<ReadonlySet<number>> {
  if (!participations.length) return new Set()
  const rows: { participation_id: number }[] = await (trx ?? db)
    .from('learning_participation_history')
    .whereIn(
      'company_id',
      participations.map(({ companyId }) => companyId),
    )
    .whereIn(
      'participation_id',
      participations.map(({ id }) => id),
    )
    .where('action', 'pass')
    .distinct('participation_id')
  return new Set(rows.map(({ participation_id: id }) => Number(id)))
}

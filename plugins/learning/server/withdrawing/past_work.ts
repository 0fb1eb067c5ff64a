import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import db from '@adonisjs/lucid/services/db'
import { DateTime } from 'luxon'
import { preparedQuery } from '#core/kit/database'
import { serviceOf } from '#core/kit/services'
import { attemptRecording } from '../../contract/recording.js'
import type { AttemptStatus } from '../../contract/states.js'
import type Participation from '../models/participation.js'
import { loadContent } from '../services/course_content.js'
import { type Withdrawn, WITHDRAWN_SQL } from './marked_grade.js'
import { type Plan, type PlanInput, planMarking } from './plan.js'

/** The quizzes that ask a question, of every version. */
export const QUIZZES_THAT_ASK = `select k.activity_id from learning_activity_questions k where k.question_id = ?`

interface Row {
  id: number
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
  select a.id, a.activity_id, a.number, a.status, a.grade, a.submitted_at, a.review_company_id, s.extra_attempts as extra,
         jsonb_agg(jsonb_build_object('id', q.question_id, 'correct', q.correct, 'withdrawn', ${WITHDRAWN_SQL})) as questions
    from learning_attempts a
    join learning_attempt_questions q on q.company_id = a.company_id and q.attempt_id = a.id
    left join learning_withdrawals w on w.question_id = q.question_id
    left join learning_activity_states s on s.company_id = a.company_id and s.participation_id = a.participation_id and s.activity_id = a.activity_id
   where a.company_id = $1 and a.participation_id = $2
     and a.activity_id in (select k.activity_id from learning_activity_questions k where k.question_id = $3)
   group by a.id, s.extra_attempts order by a.number`

/**
 * Plans what leaving out a question changes for one participation.
 * @param question as withdrawn, or as it would be for a preview
 */
export async function planFor(
  participation: Participation,
  question: { id: number; withdrawn: Exclude<Withdrawn, null> },
  trx?: TransactionClientContract,
): Promise<Plan> {
  const client = trx ?? db
  const rows = await preparedQuery<Row>(client, 'learning_past_work', ATTEMPTS, [participation.companyId, participation.id, question.id])
  const { version, activities, states } = await loadContent(participation, trx)
  const unreviewed = await unreviewedOf(rows, trx)
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
  const passedByHand = status === 'passed' && (await isPassedByHand(participation, trx))
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

async function isPassedByHand({ companyId, id }: Participation, trx?: TransactionClientContract): Promise<boolean> {
  const found = await (trx ?? db)
    .from('learning_participation_history')
    .where({ company_id: companyId, participation_id: id, action: 'pass' })
    .select('id')
    .first()
  return found !== null
}

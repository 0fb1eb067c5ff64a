import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import db from '@adonisjs/lucid/services/db'
import { sendMail } from '#core/kit/mail'
import { platformUrl } from '#core/kit/settings'
import { textIn, translate } from '#core/kit/words'
import { REGRADED_MAIL } from '../following/reminder_kinds.js'
import type Participation from '../models/participation.js'
import type { Plan } from './plan.js'

/** The change for a person: a key of `learning.mail.regraded_result`. */
export type RegradedResult = 'passed' | 'lost' | 'review' | 'attempt' | 'grade'

/** The data for the mail. */
export interface RegradedFacts {
  participation: number
  withdrawal: number
  result: RegradedResult
  attempt: number
  grade: number
}

/** Mails a person that an attempt was marked again, once per withdrawn question. Runs in the transaction that marks it. */
export async function mailRegraded(
  trx: TransactionClientContract,
  { id, membershipId, status }: Pick<Participation, 'id' | 'membershipId' | 'status'>,
  plan: Plan,
  withdrawal: number,
): Promise<void> {
  // The grade of an attempt in review is not shown to its person.
  const seen = plan.attempts.filter(({ before, after }) => before.status !== 'in_review' || after.status !== 'in_review')
  const last = seen.at(-1)
  if (!last) return
  const payload: RegradedFacts = {
    ...{ participation: id, withdrawal, attempt: last.id, grade: last.after.grade ?? 0 },
    result: resultOf(seen, status, plan),
  }
  await sendMail(trx, REGRADED_MAIL, { to: { member: membershipId }, payload, key: `${withdrawal}:${id}` })
}

function resultOf(seen: Plan['attempts'], status: Participation['status'], plan: Plan): RegradedResult {
  if (seen.some(({ after }) => after.status === 'in_review')) return 'review'
  const passes = seen.some(({ before, after }) => before.status !== 'passed' && after.status === 'passed')
  if (passes || (plan.participation === 'reopen' && status === 'passed')) return status === 'passed' ? 'passed' : 'attempt'
  return seen.some(({ before, after }) => before.status === 'passed' && after.status === 'failed') ? 'lost' : 'grade'
}

interface Row {
  name: Record<string, string>
  language: string
  reason: string
  question: Record<string, string>
}

/** The values in the mail; null when the question's withdrawal is gone. */
export async function regradedValues(facts: RegradedFacts): Promise<Record<string, string> | null> {
  const row: Row | null = await db
    .from('learning_participations as p')
    .join('learning_course_versions as v', 'v.id', 'p.version_id')
    .join('kit_members as m', 'm.id', 'p.membership_id')
    .joinRaw('cross join learning_withdrawals as w')
    .join('learning_questions as q', 'q.id', 'w.question_id')
    .where({ 'p.id': facts.participation, 'w.id': facts.withdrawal })
    .select('v.name', 'm.language', 'w.reason', 'q.text as question')
    .first()
  if (!row) return null
  const { language } = row
  return {
    course: textIn(row.name, language),
    question: textIn(row.question, language),
    reason: row.reason,
    result: translate(language, 'learning.mail.regraded_result', { result: facts.result, grade: facts.grade }),
    actionUrl: await platformUrl(`/deelnemer/training/quiz/resultaten/${facts.attempt}`),
  }
}

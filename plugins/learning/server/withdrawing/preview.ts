import db from '@adonisjs/lucid/services/db'
import { serviceOf } from '#core/kit/services'
import { courseCertificates } from '../../contract/certificates.js'
import Participation from '../models/participation.js'
import { planFor, QUIZZES_THAT_ASK } from './past_work.js'
import type { Plan } from './plan.js'

/** Participations that a preview looks at; past this number it says that there are more. */
const MOST = 2000
/** Names that a preview lists of each kind. */
const MOST_NAMES = 200

export interface Affected {
  participation: number
  name: string
  /** The person's company, for admins. */
  company: string
}

export interface WithdrawalPreview {
  /** Submitted attempts that asked the question, and those that are still running. */
  attempts: number
  running: number
  /** Attempts whose grade or result changes. */
  changed: number
  passes: Affected[]
  fails: Affected[]
  /** Attempts that an examiner reviews because of it. */
  reviews: number
  /** Certificates that change, by number. A person who passes gets a new one. */
  corrected: (Affected & { number: string })[]
  revoked: (Affected & { number: string })[]
  /** There are more participations than were looked at; the numbers are of the latest ones. */
  isPartial: boolean
}

/**
 * What would change if a question were withdrawn. It changes nothing. Runs in the scope of the course's owner: a company, or across
 * companies.
 * @param alsoFails a lower grade counts too
 */
export async function previewWithdrawal(questionId: number, alsoFails: boolean): Promise<WithdrawalPreview> {
  const { rows } = await db.rawQuery<{ rows: { attempts: number; running: number }[] }>(
    `select count(*) filter (where a.status <> 'busy')::int as attempts, count(*) filter (where a.status = 'busy')::int as running ${ASKED}`,
    [questionId, questionId],
  )
  const { rows: asked } = await db.rawQuery<{ rows: { id: number }[] }>(
    `select distinct a.participation_id as id ${ASKED} and a.status <> 'busy' order by 1 desc limit ${MOST + 1}`,
    [questionId, questionId],
  )
  const plans = await plansOf(
    asked.slice(0, MOST).map(({ id }) => id),
    { id: questionId, withdrawn: alsoFails ? 'strict' : 'kept' },
  )
  return { ...rows[0]!, ...(await summaryOf(plans)), isPartial: asked.length > MOST }
}

const ASKED = `
  from learning_attempts a
  join learning_attempt_questions q on q.company_id = a.company_id and q.attempt_id = a.id and q.question_id = ?
 where a.activity_id in (${QUIZZES_THAT_ASK})`

interface Planned {
  participation: Participation
  plan: Plan
}

async function plansOf(ids: readonly number[], question: Parameters<typeof planFor>[1]): Promise<Planned[]> {
  const planned: Planned[] = []
  for (const participation of await Participation.query().whereIn('id', [...ids])) {
    const plan = await planFor(participation, question)
    if (plan.attempts.length) planned.push({ participation, plan })
  }
  return planned
}

async function summaryOf(planned: readonly Planned[]): Promise<Omit<WithdrawalPreview, 'attempts' | 'running' | 'isPartial'>> {
  const named = await namesOf(planned.map(({ participation }) => participation))
  const passes = planned.filter(({ participation, plan }) => plan.status === 'passed' && participation.status !== 'passed')
  const fails = planned.filter(({ participation, plan }) => plan.status !== 'passed' && participation.status === 'passed')
  const regraded = planned.filter(({ participation, plan }) => plan.participation === 'grade' && participation.status === 'passed')
  const ids = [...fails, ...regraded].map(({ participation }) => participation.id)
  const numbers = (await (await serviceOf(courseCertificates))?.numbers(ids)) ?? new Map<number, string>()
  const namesFor = (list: readonly Planned[]) => list.flatMap(({ participation }) => named.get(participation.id) ?? [])
  const certified = (list: readonly Planned[]) =>
    namesFor(list).flatMap((one) => (numbers.has(one.participation) ? { ...one, number: numbers.get(one.participation)! } : []))
  return {
    changed: planned.reduce((sum, { plan }) => sum + plan.attempts.length, 0),
    passes: namesFor(passes).slice(0, MOST_NAMES),
    fails: namesFor(fails).slice(0, MOST_NAMES),
    reviews: planned.filter(({ plan }) =>
      plan.attempts.some(({ before, after }) => before.status === 'failed' && after.status === 'in_review'),
    ).length,
    corrected: certified(regraded).slice(0, MOST_NAMES),
    revoked: certified(fails).slice(0, MOST_NAMES),
  }
}

async function namesOf(participations: readonly Participation[]): Promise<ReadonlyMap<number, Affected>> {
  const ids = [...new Set(participations.map(({ membershipId }) => membershipId))]
  const rows: { id: number; name: string; company: string }[] = await db
    .from('kit_members as m')
    .join('kit_companies as c', 'c.id', 'm.company_id')
    .whereIn('m.id', ids)
    .select('m.id', 'm.full_name as name', 'c.name as company')
  const people = new Map(rows.map((row) => [row.id, row]))
  return new Map(
    participations.flatMap(({ id, membershipId }) => {
      const person = people.get(membershipId)
      return person ? [[id, { participation: id, name: person.name, company: person.company }] as const] : []
    }),
  )
}

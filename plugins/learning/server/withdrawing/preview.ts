import db from '@adonisjs/lucid/services/db'
import { serviceOf } from '#core/kit/services'
import { courseCertificates } from '../../contract/certificates.js'
import Participation from '../models/participation.js'
import { plansFor, QUIZZES_THAT_ASK } from './past_work.js'
import type { Plan } from './plan.js'

/** Participations that are read at once. */
const AT_ONCE = 500
/** Names that a preview lists of each kind; it counts all. */
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
  /** The latest of each kind. */
  passes: Affected[]
  fails: Affected[]
  /** Attempts that an examiner reviews because of it. */
  reviews: number
  /** Certificates that change, by number. A person who passes gets a new one. */
  corrected: (Affected & { number: string })[]
  revoked: (Affected & { number: string })[]
  /** Totals per kind. */
  totals: { passes: number; fails: number; corrected: number; revoked: number }
}

type Summary = Omit<WithdrawalPreview, 'attempts' | 'running'>

/**
 * Returns the changes that withdrawing a question would make. Writes nothing. Runs in the scope of the course's owner: a company, or across
 * companies.
 * @param alsoFails a lower grade counts too
 * @param atOnce participations that are read at once
 */
export async function previewWithdrawal(questionId: number, alsoFails: boolean, atOnce = AT_ONCE): Promise<WithdrawalPreview> {
  const { rows } = await db.rawQuery<{ rows: { attempts: number; running: number }[] }>(
    `select count(*) filter (where a.status <> 'busy')::int as attempts, count(*) filter (where a.status = 'busy')::int as running ${ASKED}`,
    [questionId, questionId],
  )
  const summary: Summary = {
    ...{ changed: 0, reviews: 0, passes: [], fails: [], corrected: [], revoked: [] },
    totals: { passes: 0, fails: 0, corrected: 0, revoked: 0 },
  }
  const question = { id: questionId, withdrawn: alsoFails ? ('strict' as const) : ('kept' as const) }
  for (let last: number | null = null; ;) {
    const ids = await askedBefore(questionId, last, atOnce)
    if (ids.length) await addTo(summary, await plansOf(ids, question))
    if (ids.length < atOnce) return { ...rows[0]!, ...summary }
    last = ids.at(-1)!
  }
}

/** Participations with a submitted attempt that asked the question, latest first. @param before null: from the latest on */
async function askedBefore(questionId: number, before: number | null, atOnce: number): Promise<number[]> {
  const { rows } = await db.rawQuery<{ rows: { id: number }[] }>(
    `select distinct a.participation_id as id ${ASKED} and a.status <> 'busy' ${before === null ? '' : 'and a.participation_id < ?'}
      order by 1 desc limit ${atOnce}`,
    [questionId, questionId, ...(before === null ? [] : [before])],
  )
  return rows.map(({ id }) => Number(id))
}

const ASKED = `
  from learning_attempts a
  join learning_attempt_questions q on q.company_id = a.company_id and q.attempt_id = a.id and q.question_id = ?
 where a.activity_id in (${QUIZZES_THAT_ASK})`

interface Planned {
  participation: Participation
  plan: Plan
}

async function plansOf(ids: readonly number[], question: Parameters<typeof plansFor>[1]): Promise<Planned[]> {
  const participations = await Participation.query()
    .whereIn('id', [...ids])
    .orderBy('id', 'desc')
  const plans = await plansFor(participations, question)
  return participations.flatMap((participation, at) => (plans[at]!.attempts.length ? [{ participation, plan: plans[at]! }] : []))
}

/** Adds a batch to the counts, and to the names until there are enough. */
async function addTo(summary: Summary, planned: readonly Planned[]): Promise<void> {
  const passes = planned.filter(({ participation, plan }) => plan.status === 'passed' && participation.status !== 'passed')
  const fails = planned.filter(({ participation, plan }) => plan.status !== 'passed' && participation.status === 'passed')
  const regraded = planned.filter(({ participation, plan }) => plan.participation === 'grade' && participation.status === 'passed')
  const ids = [...fails, ...regraded].map(({ participation }) => participation.id)
  const numbers = (ids.length && (await (await serviceOf(courseCertificates))?.numbers(ids))) || new Map<number, string>()
  const certified = (list: readonly Planned[]) => list.filter(({ participation }) => numbers.has(participation.id))
  summary.changed += planned.reduce((sum, { plan }) => sum + plan.attempts.length, 0)
  summary.reviews += planned.filter(({ plan }) =>
    plan.attempts.some(({ before, after }) => before.status === 'failed' && after.status === 'in_review'),
  ).length
  for (const [kind, list] of Object.entries({ passes, fails, corrected: certified(regraded), revoked: certified(fails) })) {
    const key = kind as keyof Summary['totals']
    summary.totals[key] += list.length
    const listed = list.slice(0, MOST_NAMES - summary[key].length).map(({ participation }) => participation)
    if (!listed.length) continue
    const named = await namesOf(listed)
    const people = listed.flatMap(({ id }) => named.get(id) ?? []).map((one) => ({ ...one, number: numbers.get(one.participation) ?? '' }))
    summary[key].push(...people)
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

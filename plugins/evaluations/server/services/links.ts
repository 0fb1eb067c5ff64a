import { createHash, randomBytes } from 'node:crypto'
import db from '@adonisjs/lucid/services/db'
import { invalid, notFound } from '#core/contract/errors'
import { addDays, endOf, today } from '#core/kit/days'
import { acrossCompanies, onPlatform, type Session } from '#core/kit/scope'
import { platformUrl } from '#core/kit/settings'
import type { EvaluationResults } from '../../results.js'
import type { SecondResults } from '../../second.js'
import type { Choice } from './released.js'
import { resultsOf } from './results.js'
import { secondResults } from './second_results.js'

const LINKS = 'evaluations_links'

/** A link as an admin sees it. Its address is returned only once, when it is created. */
export interface SharedLink {
  id: number
  note: string
  made_at: string
  expires_at: string
}

/** The snapshot of a link. Links from before the second evaluation have no `second`. */
export interface Snapshot extends EvaluationResults {
  second?: SecondResults[]
}

const hashOf = (token: string) => createHash('sha256').update(token).digest()
const toLink = ({
  id,
  note,
  made_at: made,
  expires_at: expires,
}: {
  id: number
  note: string
  made_at: Date
  expires_at: Date
}): SharedLink => ({
  ...{ id: Number(id), note },
  ...{ made_at: made.toISOString(), expires_at: expires.toISOString() },
})

/**
 * Creates a read-only link to the current results of a filter. Later answers do not change it, and it contains no open answers.
 * @param days that it is valid, today included
 * @throws AppError 404 for a course without an evaluation; 422 `company` (enum) for an unknown company
 */
export const makeLink = (session: Session, choice: Choice & { course: number }, { days, note }: { days: number; note: string }) =>
  acrossCompanies(session, 'evaluations.share', async () => {
    if (choice.company && !(await db.from('kit_companies').where('id', choice.company).select('id').first()))
      throw invalid('company', 'enum')
    const results: Snapshot = { ...withoutOpen(await resultsOf(choice)), second: await answeredSecond(choice) }
    const token = randomBytes(18).toString('base64url')
    await db.from(LINKS).where('expires_at', '<', new Date()).delete()
    const values = {
      ...{ token_hash: hashOf(token), course_id: choice.course, note, results: JSON.stringify(results) },
      expires_at: endOf(addDays(today(), days - 1)).toJSDate(),
    }
    const [row] = await db.table(LINKS).insert(values).returning(['id', 'note', 'made_at', 'expires_at'])
    return { ...toLink(row), address: await platformUrl(`/evaluaties/${token}`) }
  })

const withoutOpen = (results: EvaluationResults): EvaluationResults => ({
  ...results,
  questions: results.questions.filter(({ type }) => type !== 'open'),
})

/** The second evaluations that enough people answered, without their remarks. */
const answeredSecond = async (choice: Choice & { course: number }): Promise<SecondResults[]> =>
  (await secondResults(choice)).filter(({ responses }) => responses > 0).map((results) => ({ ...results, remarks: [] }))

/** The valid links of a course, newest first. */
export const linksOf = (session: Session, course: number): Promise<SharedLink[]> =>
  acrossCompanies(session, 'evaluations.links', async () => {
    const rows = await db.from(LINKS).where('course_id', course).where('expires_at', '>', new Date()).orderBy('id', 'desc').limit(100)
    return rows.map(toLink)
  })

/** Revokes a link. @throws AppError 404 */
export const removeLink = (session: Session, id: string): Promise<void> =>
  acrossCompanies(session, 'evaluations.unshare', async () => {
    if (!Number(await db.from(LINKS).where('id', id).delete())) throw notFound()
  })

/** The results behind a link. @throws AppError 404 for an unknown or expired link */
export async function openLink(token: string): Promise<{ results: Snapshot; made_at: string; expires_at: string }> {
  const { rows } = await onPlatform(() =>
    db.rawQuery<{ rows: { results: Snapshot; made_at: Date; expires_at: Date }[] }>('select * from evaluations_shared(?)', [hashOf(token)]),
  )
  const [found] = rows
  if (!found) throw notFound()
  return { results: found.results, made_at: found.made_at.toISOString(), expires_at: found.expires_at.toISOString() }
}

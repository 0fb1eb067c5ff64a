import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { sendJob } from '#core/kit/events'
import { currentCompanyId } from '#core/kit/scope'
import { serviceOf } from '#core/kit/services'
import { type Outcome, learningService } from '#plugins/learning/contract/index'

export const SEND = 'lti.send_grades'

/** The data that a platform should receive. */
interface Fact {
  /** Out of 100, provisional until completed; null while there is none. */
  score: number | null
  activity: 'Started' | 'InProgress' | 'Completed'
}

/**
 * Converts a course's state to a grade. Passing without a grade gives the full score; a returned course is in progress again. Unfinished
 * work counts as the progress at the grade reached so far, and turns into the final grade. Pure.
 */
export function factOf({ status, grade, progress }: Pick<Outcome, 'status' | 'grade' | 'progress'>): Fact | null {
  if (status === 'passed') return { score: grade ?? 100, activity: 'Completed' }
  if (status === 'failed') return { score: grade ?? 0, activity: 'Completed' }
  if (status === 'busy') return { score: progress ? Math.round((progress * (grade ?? 100)) / 100) : null, activity: 'InProgress' }
  return null
}

/** Records which participation provides a link's grade. Earlier results, such as a course passed long ago, are sent at once. */
export async function setGradeSource(linkId: number, personId: number, participationId: number): Promise<void> {
  const { rowCount } = (await db.rawQuery(
    `insert into lti_grades as g (company_id, link_id, person_id, participation_id, happened_at, version) values (?, ?, ?, ?, now(), 0)
     on conflict (company_id, link_id, person_id) do update set participation_id = excluded.participation_id
       where g.participation_id <> excluded.participation_id`,
    [currentCompanyId(), linkId, personId, participationId],
  )) as { rowCount: number }
  // Changes of a known participation are reported by their event.
  if (rowCount) await gradeChanged(participationId)
}

/** Listener for changes of a participation: stores the current values for its platforms, which a job sends. */
export async function gradeChanged(participationId: number): Promise<void> {
  const [outcome] = (await (await serviceOf(learningService))?.outcomes([participationId])) ?? []
  const fact = outcome && factOf(outcome)
  if (!fact) return
  await db.transaction(async (trx) => {
    // An unchanged value changes nothing; a time never goes back, however quickly changes follow.
    const { rowCount } = (await trx.rawQuery(
      `update lti_grades g set score = ?, activity = ?, version = g.version + 1, tries = 0, problem = null, next_try_at = now(),
              happened_at = greatest(clock_timestamp(), g.happened_at + interval '1 millisecond')
        where g.company_id = ? and g.participation_id = ? and (g.version = 0 or (g.score, g.activity) is distinct from (?::numeric, ?::text))`,
      [fact.score, fact.activity, currentCompanyId(), participationId, fact.score, fact.activity] as never,
    )) as { rowCount: number }
    if (rowCount) await sendJob(trx, SEND, {})
  })
}

/**
 * "Send again" for a person who manages a platform: sends the current value, whatever was sent before. @returns whether there is such a
 * grade
 */
export async function sendGradeAgain(trx: TransactionClientContract, gradeId: number): Promise<boolean> {
  const { rowCount } = (await trx.rawQuery(
    `update lti_grades set version = version + 1, tries = 0, problem = null, next_try_at = now(),
            happened_at = greatest(clock_timestamp(), happened_at + interval '1 millisecond')
      where company_id = ? and id = ? and version > 0`,
    [currentCompanyId(), gradeId],
  )) as { rowCount: number }
  if (rowCount) await sendJob(trx, SEND, {})
  return rowCount > 0
}

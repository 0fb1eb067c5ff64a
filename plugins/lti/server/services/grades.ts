import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { sendJob } from '#core/kit/events'
import { currentCompanyId } from '#core/kit/scope'
import { serviceOf } from '#core/kit/services'
import { type Outcome, learningService } from '#plugins/learning/contract/index'

export const SEND = 'lti.send_grades'

/** What a platform is to know. */
interface Fact {
  /** Of 100, so far where it is not completed; null: there is none (yet). */
  score: number | null
  activity: 'Started' | 'InProgress' | 'Completed'
}

/**
 * What a course's state is to a grade book. Passing without a grade is all of it; what is given back to somebody is in progress again.
 * So far somebody has what they did, at the grade they did it with: it goes over into the last one. Pure.
 */
export function factOf({ status, grade, progress }: Pick<Outcome, 'status' | 'grade' | 'progress'>): Fact | null {
  if (status === 'passed') return { score: grade ?? 100, activity: 'Completed' }
  if (status === 'failed') return { score: grade ?? 0, activity: 'Completed' }
  if (status === 'busy') return { score: progress ? Math.round((progress * (grade ?? 100)) / 100) : null, activity: 'InProgress' }
  return null
}

/**
 * Keeps whose participation a link's grade is. What was reached before the link was there, such as by who passed long ago, is told at once.
 */
export async function keepParticipation(linkId: number, personId: number, participationId: number): Promise<void> {
  const { rowCount } = (await db.rawQuery(
    `insert into lti_grades as g (company_id, link_id, person_id, participation_id, happened_at, version) values (?, ?, ?, ?, now(), 0)
     on conflict (company_id, link_id, person_id) do update set participation_id = excluded.participation_id
       where g.participation_id <> excluded.participation_id`,
    [currentCompanyId(), linkId, personId, participationId],
  )) as { rowCount: number }
  // What becomes of one that was known is heard by itself.
  if (rowCount) await gradeChanged(participationId)
}

/** The listener of what becomes of a participation: what its platforms are to know is written down as it is now, and sent by a job. */
export async function gradeChanged(participationId: number): Promise<void> {
  const [outcome] = (await (await serviceOf(learningService))?.outcomes([participationId])) ?? []
  const fact = outcome && factOf(outcome)
  if (!fact) return
  await db.transaction(async (trx) => {
    // The same again changes nothing; a time never goes back, however fast one follows the other.
    const { rowCount } = (await trx.rawQuery(
      `update lti_grades g set score = ?, activity = ?, version = g.version + 1, tries = 0, problem = null, next_try_at = now(),
              happened_at = greatest(clock_timestamp(), g.happened_at + interval '1 millisecond')
        where g.company_id = ? and g.participation_id = ? and (g.version = 0 or (g.score, g.activity) is distinct from (?::numeric, ?::text))`,
      [fact.score, fact.activity, currentCompanyId(), participationId, fact.score, fact.activity] as never,
    )) as { rowCount: number }
    if (rowCount) await sendJob(trx, SEND, {})
  })
}

/** "Send again" of a person who looks after a platform: as it is now, whatever was sent before. @returns whether there is such a grade */
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

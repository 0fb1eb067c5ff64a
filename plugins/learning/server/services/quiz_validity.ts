import db from '@adonisjs/lucid/services/db'
import Participation from '../models/participation.js'
import { settle } from './recompute.js'

/** Participations per run; the next run takes the others. */
const AT_ONCE = 500

// A full new set of attempts: earlier attempts do not count towards it. A finished course stays as it ended.
const LAPSE = `
  update learning_activity_states s
     set status = 'doing', grade = null, finished_at = null, valid_until = null,
         extra_attempts = (select count(*) from learning_attempts t
                            where t.company_id = s.company_id and t.participation_id = s.participation_id and t.activity_id = s.activity_id)
   where s.participation_id = any(?) and s.valid_until <= ? and s.status = 'finished'`

// The validity of quizzes has no meaning once the course was passed in time.
const KEEP = `
  update learning_activity_states s set valid_until = null
    from learning_participations p
   where p.company_id = s.company_id and p.id = s.participation_id and p.status = 'passed' and s.valid_until <= ?`

/**
 * Reopens quizzes whose pass is no longer valid while the course is in progress; the hourly job `learning.expire`, in each company.
 * Validity is counted in days, so the exact hour does not matter and nobody is notified.
 */
export async function expireQuizzes(now = new Date()): Promise<void> {
  await db.transaction(async (trx) => {
    const due = await trx
      .from('learning_activity_states as s')
      .join('learning_participations as p', (join) => join.on('p.company_id', 's.company_id').andOn('p.id', 's.participation_id'))
      .where('s.valid_until', '<=', now)
      .where('p.status', 'busy')
      .limit(AT_ONCE)
      .select('p.id')
    const ids = [...new Set(due.map(({ id }) => id as number))]
    if (ids.length) {
      // Waits for concurrent submissions, which may have finished the course.
      const running = await Participation.query({ client: trx }).whereIn('id', ids).where('status', 'busy').orderBy('id').forUpdate()
      await trx.rawQuery(LAPSE, [running.map(({ id }) => id), now])
      for (const participation of running) await settle(trx, participation)
    }
    await trx.rawQuery(KEEP, [now])
  })
}

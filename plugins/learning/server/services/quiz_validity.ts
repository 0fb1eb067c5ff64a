import db from '@adonisjs/lucid/services/db'
import Participation from '../models/participation.js'
import { settle } from './settle.js'

/** So many participations at once; the next run takes the others. */
const AT_ONCE = 500

// With a full set of attempts: those of before are none of the new ones. What is over stays as it ended.
const LAPSE = `
  update learning_activity_states s
     set status = 'doing', grade = null, finished_at = null, valid_until = null,
         extra_attempts = (select count(*) from learning_attempts t
                            where t.company_id = s.company_id and t.participation_id = s.participation_id and t.activity_id = s.activity_id)
   where s.participation_id = any(?) and s.valid_until <= ? and s.status = 'finished'`

// Nobody asks again what became of the quizzes of a course that was passed in time.
const KEEP = `
  update learning_activity_states s set valid_until = null
    from learning_participations p
   where p.company_id = s.company_id and p.id = s.participation_id and p.status = 'passed' and s.valid_until <= ?`

/**
 * Opens quizzes again whose validity ran out while their course is still under way; the hourly job `learning.expire`, in each
 * company. Validity is counted in days: nobody is told in the hour in which it ends.
 */
export async function lapseQuizzes(now = new Date()): Promise<void> {
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
      // Whoever hands something in at this moment is waited for, and may have ended the course.
      const running = await Participation.query({ client: trx }).whereIn('id', ids).where('status', 'busy').orderBy('id').forUpdate()
      await trx.rawQuery(LAPSE, [running.map(({ id }) => id), now])
      for (const participation of running) await settle(trx, participation)
    }
    await trx.rawQuery(KEEP, [now])
  })
}

import db from '@adonisjs/lucid/services/db'
import { currentCompanyId } from '#core/kit/scope'
import { note } from './places.js'

/** Two people who wait for a seat. Idempotent. */
export async function loadDemo(loginId: string): Promise<void> {
  if (await db.from('waiting_list_places').where('company_id', currentCompanyId()).first()) return
  const moment = await db
    .from('exams_moments as m')
    .join('exams_exams as e', 'e.id', 'm.exam_id')
    .join('learning_offers as o', 'o.course_id', 'e.course_id')
    .orderBy('m.starts_at')
    .select('e.course_id', 'm.city', 'm.language', db.raw(`to_char(m.starts_at, 'YYYY-MM') as month`))
    .first()
  if (!moment) return
  // In a city without a moment yet: they wait.
  for (const [index, name] of ['Joris van Wijk', 'Mirthe Postma'].entries()) {
    await db.transaction(async (trx) => {
      const [row] = await trx
        .table('waiting_list_places')
        .insert({
          ...{
            company_id: currentCompanyId(),
            token: `demo-${loginId}-${index}-0123456789`,
            email: `wachtlijst${index + 1}@${loginId}.example`,
          },
          ...{ name, mail_language: 'nl', course_id: moment.course_id, city: 'Zwolle', language: moment.language, month: moment.month },
          ...{ status: 'waiting', rank: trx.raw(`nextval('waiting_list_rank')`) },
        })
        .returning('id')
      await note(trx, row.id, 'confirmed')
    })
  }
}

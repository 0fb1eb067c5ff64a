import db from '@adonisjs/lucid/services/db'
import type { ExamsDemo } from '../../contract/demo.js'
import { addToday, confirmAll } from './demo.js'
import { service } from './exams_service.js'

const KEY = 'demo:room'

/** See ExamsDemo. */
export const demo: ExamsDemo = {
  async addMomentToday(courseId) {
    if (await db.from('exams_exams').where('course_id', courseId).first()) return
    const { languages } = await db.from('learning_offers').where('course_id', courseId).select('languages').firstOrFail()
    const provider = await db.from('kit_companies').where('login_id', 'examenhuis').first()
    const [exam] = await db
      .table('exams_exams')
      .insert({ course_id: courseId, languages, provider_company_id: provider?.id ?? null, certificate: {}, valid_months: 12, minutes: 30 })
      .returning('id')
    await addToday(exam.id, provider?.id ?? null, 3)
  },

  async fillRoom(courseId, members, arrived) {
    if (!members.length || (await db.from('exams_entries').where('key', KEY).first())) return
    const moment = await db
      .from('exams_moments as m')
      .join('exams_exams as e', 'e.id', 'm.exam_id')
      .where('e.course_id', courseId)
      .select('m.id')
      .first()
    if (!moment) return
    await service.hold(KEY, moment.id, [...members], new Date(Date.now() + 60_000))
    await service.confirm(KEY)
    await confirmAll(KEY)
    const now = new Date()
    await db
      .from('exams_entries')
      .where('key', KEY)
      .whereIn('membership_id', members.slice(0, arrived))
      .update({ arrived_at: now, identity_seen_at: now })
  },
}

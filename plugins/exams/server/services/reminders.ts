import db from '@adonisjs/lucid/services/db'
import { sendMail } from '#core/kit/mail'
import { currentCompanyId } from '#core/kit/scope'
import { platformUrl } from '#core/kit/settings'
import { textIn, translate } from '#core/kit/words'
import { TO_REMIND } from '../due.js'
import { momentInWords } from './moment_time.js'
import { momentOf, placeOf } from './provider_mails.js'

export const REMINDER_MAIL = 'exams.mail.reminder'

export interface ReminderFacts {
  entry: number
  member: number
}

/** Reminds this company's people of exams in the next two days: once for each start. The daily job `exams.remind`. */
export async function remindPeople(): Promise<void> {
  await db.transaction(async (trx) => {
    const { rows } = await trx.rawQuery<{ rows: { id: number; membership_id: number; starts_at: Date }[] }>(
      `with due as (select n.id, m.starts_at from exams_moments m join exams_entries n on n.moment_id = m.id
                     where n.company_id = ? and ${TO_REMIND} order by n.id limit 2000 for update of n)
       update exams_entries n set reminded_for = d.starts_at from due d where n.id = d.id
       returning n.id, n.membership_id, d.starts_at`,
      [currentCompanyId()],
    )
    for (const { id, membership_id: member, starts_at: startsAt } of rows) {
      const payload: ReminderFacts = { entry: id, member }
      await sendMail(trx, REMINDER_MAIL, { to: { member }, payload, key: `${id}:${startsAt.getTime()}` })
    }
  })
}

/** Values of the reminder; null if the person no longer has the seat. */
export async function reminderValues({ entry, member }: ReminderFacts): Promise<Record<string, string> | null> {
  const row = await db
    .from('exams_entries')
    .where({ id: entry, membership_id: member })
    .whereNull('released_at')
    .select('moment_id', 'adjustments')
    .first()
  const reader = await db.from('kit_members').where('id', member).select('language').first()
  if (!row || !reader) return null
  const at = await momentOf(row.moment_id)
  const language = reader.language ?? 'nl'
  return {
    course: at.course_name ? textIn(at.course_name, language) : '–',
    moment: momentInWords(at.starts_at, language),
    place: placeOf(at),
    adjustments: row.adjustments.length
      ? translate(language, 'exams.adjusted', {
          what: row.adjustments.map((one: string) => translate(language, `exams.adjustment.${one}`)).join(', '),
          minutes: at.adjusted_minutes ?? at.minutes,
        })
      : translate(language, 'exams.not_adjusted'),
    language: new Intl.DisplayNames(language, { type: 'language' }).of(at.language) ?? at.language,
    actionUrl: await platformUrl('/deelnemer/trainingen'),
  }
}

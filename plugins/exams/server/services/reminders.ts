import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { sendMail } from '#core/kit/mail'
import { activeSupervisors, memberNames } from '#core/kit/people'
import { currentCompanyId } from '#core/kit/scope'
import { serviceOf } from '#core/kit/services'
import { platformUrl } from '#core/kit/settings'
import { textIn, translate } from '#core/kit/words'
import { seatBookers } from '../../contract/seat_bookers.js'
import { REMINDER_DUE } from '../due.js'
import { momentInWords } from './moment_time.js'
import { momentOf, placeOf } from './provider_mails.js'

export const REMINDER_MAIL = 'exams.mail.reminder'

export const REMINDER_OF_OTHERS_MAIL = 'exams.mail.reminder_of_others'

/** Entries of people without an e-mail address. */
export interface OthersFacts {
  moment: number
  entries: number[]
  language: string
}

export interface ReminderFacts {
  entry: number
  member: number
}

interface Reminded {
  id: number
  key: string
  moment_id: number
  membership_id: number
  starts_at: Date
}

/** Reminds this company's people of exams in the next two days: once for each start. The daily job `exams.remind`. */
export async function remindPeople(): Promise<void> {
  await db.transaction(async (trx) => {
    const { rows } = await trx.rawQuery<{ rows: Reminded[] }>(
      `with due as (select n.id, m.starts_at from exams_moments m join exams_entries n on n.moment_id = m.id
                     where n.company_id = ? and ${REMINDER_DUE} order by n.id limit 2000 for update of n)
       update exams_entries n set reminded_for = d.starts_at from due d where n.id = d.id
       returning n.id, n.key, n.moment_id, n.membership_id, d.starts_at`,
      [currentCompanyId()],
    )
    for (const { id, membership_id: member, starts_at: startsAt } of rows) {
      const payload: ReminderFacts = { entry: id, member }
      await sendMail(trx, REMINDER_MAIL, { to: { member }, payload, key: `${id}:${startsAt.getTime()}` })
    }
    await remindSupervisors(trx, rows)
  })
}

/**
 * Sends the invitations of people without an e-mail address to the supervisor who booked their seats, who prints them; to all supervisors if
 * that person is none any more. One mail per moment.
 */
async function remindSupervisors(trx: TransactionClientContract, reminded: readonly Reminded[]): Promise<void> {
  const without: { id: number }[] = await trx
    .from('kit_members')
    .whereIn(
      'id',
      reminded.map(({ membership_id: id }) => id),
    )
    .whereNull('email')
    .select('id')
  const ids = new Set(without.map(({ id }) => Number(id)))
  const entries = reminded.filter(({ membership_id: id }) => ids.has(Number(id)))
  if (!entries.length) return
  const supervisors = await activeSupervisors(trx)
  const bookers = await (await serviceOf(seatBookers, trx))?.of([...new Set(entries.map(({ key }) => key))], trx)
  const bookerOf = ({ key }: Reminded) => supervisors.find(({ id }) => Number(id) === bookers?.get(key))?.id
  for (const { id: member, language } of supervisors) {
    const theirs = entries.filter((entry) => (bookerOf(entry) ?? member) === member)
    for (const moment of new Set(theirs.map(({ moment_id: id }) => id))) {
      const own = theirs.filter(({ moment_id: id }) => id === moment).map(({ id }) => id)
      const payload: OthersFacts = { moment, entries: own, language }
      await sendMail(trx, REMINDER_OF_OTHERS_MAIL, { to: { member }, payload })
    }
  }
}

/** Values of a supervisor's mail; null if none of the people has the seat any more. */
export async function reminderOfOthersValues({ moment, entries, language }: OthersFacts): Promise<Record<string, string> | null> {
  const rows: { membership_id: number; adjustments: string[] }[] = await db
    .from('exams_entries')
    .where('company_id', currentCompanyId())
    .whereIn('id', [...entries])
    .where('moment_id', moment)
    .whereNull('released_at')
    .whereNotNull('membership_id')
    .orderBy('id')
    .select('membership_id', 'adjustments')
  if (!rows.length) return null
  const at = await momentOf(moment)
  const names = await memberNames(rows.map(({ membership_id: id }) => id))
  const line = ({ membership_id: id, adjustments }: (typeof rows)[number]) =>
    [names.get(id) ?? '–', adjustments.length && adjustedText(adjustments, at, language)].filter(Boolean).join(': ')
  return {
    ...placeAndTime(at, language),
    people: rows.map(line).join('\n'),
    actionUrl: await platformUrl('/exams/aanmeldingen?moment=' + moment),
  }
}

type Moment = Awaited<ReturnType<typeof momentOf>>

const placeAndTime = (at: Moment, language: string): Record<string, string> => ({
  course: at.course_name ? textIn(at.course_name, language) : '–',
  moment: momentInWords(at.starts_at, language),
  place: placeOf(at),
  language: new Intl.DisplayNames(language, { type: 'language' }).of(at.language) ?? at.language,
})

const adjustedText = (adjustments: readonly string[], at: Moment, language: string): string =>
  translate(language, 'exams.adjusted', {
    what: adjustments.map((one) => translate(language, `exams.adjustment.${one}`)).join(', '),
    minutes: at.adjusted_minutes ?? at.minutes,
  })

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
    ...placeAndTime(at, language),
    adjustments: row.adjustments.length ? adjustedText(row.adjustments, at, language) : translate(language, 'exams.not_adjusted'),
    actionUrl: await platformUrl('/deelnemer/trainingen'),
  }
}

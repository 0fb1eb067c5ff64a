import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { sendMail } from '#core/kit/mail'
import { currentCompanyId } from '#core/kit/scope'
import { serviceOf } from '#core/kit/services'
import { platformUrl, settingsOf } from '#core/kit/settings'
import { textIn, translate } from '#core/kit/words'
import { bookingService } from '#plugins/booking/contract/index'
import { marketingSettings } from '../../settings.js'
import { MAY_BE_MAILED } from './audience.js'
import { tokenOf } from './tokens.js'

export const REMINDER = 'marketing.mail.abandoned'

/** A draft that was left longer ago is not mentioned, such as when the mail is turned on. */
const TOO_OLD = '14 days'

export interface ReminderFacts {
  reminderId: number
}

/** A draft of a person who may be mailed and was not, as SQL over `d` (booking_open_drafts) and `p` (kit_members). */
const MAY_BE_REMINDED = `p.id = d.membership_id and p.role in ('leerling', 'beheerder') and d.updated_at > now() - interval '${TOO_OLD}'
  and not exists (select from marketing_reminders r where r.company_id = d.company_id and r.draft_id = d.id) and ${MAY_BE_MAILED}`

/** The companies with a draft that was left alone for an hour, which is the shortest time that can be set. */
export const REMINDERS_DUE = `select d.company_id from booking_open_drafts d join kit_members p on p.company_id = d.company_id
  where d.updated_at <= now() - interval '1 hour' and ${MAY_BE_REMINDED}`

/**
 * Mails the running company's people about a booking that they did not finish, once for each draft; the job `marketing.remind`. The mail and
 * the record of it are one transaction.
 */
export async function sendReminders(): Promise<void> {
  const { abandoned, abandoned_hours: hours } = await settingsOf(marketingSettings)
  if (!abandoned || !(await serviceOf(bookingService))) return
  const { rows } = await db.rawQuery<{ rows: { id: number; membership_id: number }[] }>(
    `select d.id, d.membership_id from booking_open_drafts d, kit_members p
      where d.updated_at <= now() - make_interval(hours => ?) and ${MAY_BE_REMINDED} order by d.id`,
    [Number(hours)],
  )
  for (const { id, membership_id: member } of rows) await db.transaction((trx) => remind(trx, Number(id), Number(member), Number(hours)))
}

async function remind(trx: TransactionClientContract, draft: number, member: number, hours: number): Promise<void> {
  // Read again in the transaction, after the person's row is held: they may have withdrawn their consent, booked, or been erased.
  const { rows } = await trx.rawQuery<{ rows: { id: number; email: string }[] }>(
    `with kept as (
       insert into marketing_reminders (company_id, draft_id, membership_id, address_hash)
       select ?, d.id, p.id, marketing_address(p.email) from kit_held_members(array[?::bigint]) held
         join kit_members p on p.id = held join booking_open_drafts d on d.membership_id = p.id
        where d.id = ? and d.updated_at <= now() - make_interval(hours => ?) and ${MAY_BE_REMINDED}
       on conflict (company_id, draft_id) do nothing returning id, membership_id)
     select kept.id, p.email from kept join kit_members p on p.id = kept.membership_id`,
    [currentCompanyId(), member, draft, hours],
  )
  const reminder = rows[0]
  if (!reminder) return
  await sendMail(trx, REMINDER, {
    // To the address that gave consent: the mail is not forwarded.
    to: { member, at: reminder.email },
    payload: { reminderId: Number(reminder.id) } satisfies ReminderFacts,
    key: `draft.${draft}`,
  })
}

/** The values of the mail. Null once the person booked or deleted the draft, or unsubscribed. */
export async function reminderValues({ reminderId }: ReminderFacts): Promise<Record<string, string> | null> {
  const { rows } = await db.rawQuery<{ rows: { course_id: number | null; language: string }[] }>(
    `select d.course_id, p.language from marketing_reminders r
       join booking_open_drafts d on d.company_id = r.company_id and d.id = r.draft_id
       join kit_members p on p.id = r.membership_id
      where r.id = ? and ${MAY_BE_MAILED}`,
    [reminderId],
  )
  const found = rows[0]
  if (!found) return null
  const offer: { name: Record<string, string> } | null = found.course_id
    ? await db.from('learning_offers').where('course_id', found.course_id).select('name').first()
    : null
  const course = offer ? textIn(offer.name, found.language) : translate(found.language, 'marketing.mail.a_course')
  return { course, actionUrl: await platformUrl('/intern/booking') }
}

export const reminderUnsubscribe = ({ reminderId }: ReminderFacts) => platformUrl(`/afmelden/r${tokenOf('reminder', reminderId)}`)

import db from '@adonisjs/lucid/services/db'
import { settingsOf } from '../companies/settings_store.js'
import { SHORTEST_MAIL_DAYS, coreSettings } from '../settings.js'
import { asSystem } from '../tenancy/scope.js'

/** For mails of the platform itself. */
const PLATFORM_DAYS = 180

/** Companies with mails older than the shortest retention that a company may choose. */
export const OLD_MAILS = `select company_id from core_mail_outbox
  where company_id is not null and created_at < now() - interval '${SHORTEST_MAIL_DAYS} days' and status not in ('waiting', 'sending') and not holds`

/** Mails that are finished: not being sent, and not the reason why others are blocked. */
const over = (days: number) =>
  db
    .from('core_mail_outbox')
    .where('created_at', '<', new Date(Date.now() - days * 86_400_000))
    .whereNotIn('status', ['waiting', 'sending'])
    .where('holds', false)

/** Deletes a company's mails after the number of days that it chose; the daily job `core.mail.clean` of each company. */
export async function removeOldMails(): Promise<void> {
  const { mail_days: days } = await settingsOf(coreSettings)
  await over(days).delete()
}

/** Deletes mails of the platform; the daily job `core.mail.clean_platform`. */
export async function removeOldPlatformMails(): Promise<void> {
  await asSystem('mail.clean', () => over(PLATFORM_DAYS).whereNull('company_id').delete())
}

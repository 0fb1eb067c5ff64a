import db from '@adonisjs/lucid/services/db'
import { zone } from '#core/kit/days'
import { sendMail } from '#core/kit/mail'
import { COURSE_REMINDERS, type MailKind } from './reminder_kinds.js'
import { BATCH, type ReminderFacts, claimReminders } from './reminders.js'

/** Days between two reminders of one course, of whatever kind. */
const PAUSE = 3

/**
 * Sends participants the reminders that a course is set up with (specification, section 3: not opened, not done, before expiry): once per
 * participation, kind and date, so that extended access leads to a new reminder. Run by the daily job `learning.remind_courses`, in each
 * company, after the due-day reminders: if both fall on one day, the due-day reminder is sent and the other one comes days later or not at
 * all.
 */
export async function remindOfCourses(): Promise<void> {
  for (const [kind, { setting, trigger, which, moment }] of Object.entries(COURSE_REMINDERS)) {
    const days = `(v.reminder_days->>'${setting}')::int`
    const wanted = `v.reminder_days->>'${setting}' is not null and ${which.replaceAll(':days', days)}
      and not exists (select 1 from learning_due_mails r where r.company_id = p.company_id and r.participation_id = p.id
                       and r.kind <> 'overdue' and r.at > now() - interval '${PAUSE} days')`
    for (let more = true; more;) {
      more = await db.transaction(async (trx) => {
        const rows = await claimReminders(trx, kind as MailKind, wanted, [], `(${moment} at time zone '${zone()}')::date`)
        for (const { id, membership_id: member, due_at: dueAt } of rows) {
          const payload: ReminderFacts = { participationId: id, dueAt }
          await sendMail(trx, trigger, { to: { member }, payload, key: `${kind}:${id}:${dueAt}` })
        }
        return rows.length === BATCH
      })
    }
  }
}

import { fullName } from '#core/contract/full_name'
import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { addDays, type Day, today } from '#core/kit/days'
import { sendMail } from '#core/kit/mail'
import { currentCompanyId } from '#core/kit/scope'
import { platformUrl, settingsOf } from '#core/kit/settings'
import { textIn, translate } from '#core/kit/words'
import { type MailKind, OVERDUE_MAIL, REMINDER_MAILS } from './reminder_kinds.js'
import { learningSettings } from '../../settings.js'
import { dayInWords } from './notify.js'

/** Mails per transaction. */
export const BATCH = 200
/** Number of people named in a digest; the others are only counted. */
const NAMED = 20

const OPEN = `p.status in ('registered', 'planned', 'busy') and (p.expires_at is null or p.expires_at > now())`

export interface DueRow {
  id: number
  membership_id: number
  due_at: Day
}

/**
 * Selects open participations for which a kind of mail was not sent for their due day, and records it as sent. It runs in the transaction
 * that queues the mails, so that each is sent exactly once even if the process stops.
 * @param which condition on `p`, and `v`, its version
 * @param day SQL expression of the day that the mail is about; another day is another mail
 */
export async function claimReminders(
  trx: TransactionClientContract,
  kind: MailKind,
  which: string,
  values: readonly string[],
  day = 'p.due_at',
): Promise<DueRow[]> {
  const { rows } = await trx.rawQuery<{ rows: DueRow[] }>(
    `insert into learning_due_mails (company_id, participation_id, kind, due_at)
     select p.company_id, p.id, ?, ${day}
       from learning_participations p
       join learning_course_versions v on v.id = p.version_id
       join kit_members m on m.id = p.membership_id and m.company_id = p.company_id and m.status = 'active'
      where p.company_id = ? and ${OPEN} and ${which}
        and not exists (select 1 from learning_due_mails d
                         where d.company_id = p.company_id and d.participation_id = p.id and d.kind = ? and d.due_at = ${day})
      order by 4, p.id limit ${BATCH}
     on conflict (company_id, participation_id, kind, due_at) do nothing
     returning participation_id as id, due_at, (select membership_id from learning_participations where id = participation_id)`,
    [kind, currentCompanyId(), ...values, kind] as string[],
  )
  return rows
}

/**
 * Reminds participants seven days and one day before a due day; the daily job `learning.remind_due`, in each company. A day on which no
 * server ran is made up for while it is useful: the first reminder until two days before, and only if the course was assigned a week ahead;
 * the second until the day itself.
 */
export async function remindOfDue(day: Day = today()): Promise<void> {
  if (!(await sendsDueReminders())) return
  const kinds = [
    ['week', `p.due_at between ?::date and ?::date and p.registered_at < (p.due_at - 6)`, [addDays(day, 2), addDays(day, 7)]],
    ['day', 'p.due_at between ?::date and ?::date', [day, addDays(day, 1)]],
  ] as const
  for (const [kind, which, values] of kinds) {
    for (let more = true; more;) {
      more = await db.transaction(async (trx) => {
        const rows = await claimReminders(trx, kind, which, [...values])
        for (const { id, membership_id: member, due_at: dueAt } of rows) {
          await sendMail(trx, REMINDER_MAILS[kind], {
            to: { member },
            payload: { participationId: id, dueAt } satisfies ReminderFacts,
            key: `${id}:${dueAt}`,
          })
        }
        return rows.length === BATCH
      })
    }
  }
}

/** Whether the company sends them. */
export const sendsDueReminders = async (): Promise<boolean> => (await settingsOf(learningSettings)).mail_due

export interface ReminderFacts {
  participationId: number
  /** The day that the mail is about. */
  dueAt: Day
}

/** The values in a reminder's text. */
export async function reminderValues({ participationId, dueAt }: ReminderFacts): Promise<Record<string, string>> {
  const row = await db
    .from('learning_participations as p')
    .join('learning_course_versions as v', 'v.id', 'p.version_id')
    .join('kit_members as m', 'm.id', 'p.membership_id')
    .where('p.id', participationId)
    .select('v.name', 'p.language', 'm.language as own_language')
    .firstOrFail()
  return {
    course: textIn(row.name, row.language ?? row.own_language),
    due: dayInWords(dueAt, row.own_language),
    actionUrl: await platformUrl(`/deelnemer/training/${participationId}`),
  }
}

export interface DigestFacts {
  /** The first few newly overdue participations. */
  ids: number[]
  /** The number of newly overdue participations. */
  count: number
  /** The mail is written in this member's language. */
  member: number
}

/**
 * Tells supervisors which due days have passed, in one mail per supervisor and day; the daily job `learning.overdue_digest`, in each
 * company. Each due day of a participation is reported once.
 */
export async function digestOverdue(day: Day = today()): Promise<void> {
  await db.transaction(async (trx) => {
    const late: DueRow[] = []
    for (let rows: DueRow[] | undefined; !rows || rows.length === BATCH; late.push(...rows)) {
      rows = await claimReminders(trx, 'overdue', 'p.due_at < ?::date', [day])
    }
    if (!late.length) return
    const supervisors: { id: number }[] = await trx
      .from('kit_members')
      .where({ company_id: currentCompanyId(), role: 'beheerder', status: 'active' })
      .select('id')
    const ids = late.slice(0, NAMED).map(({ id }) => id)
    for (const { id: member } of supervisors) {
      // Includes the participations: an interrupted run stored nothing, and the next day is another mail.
      const key = `${member}:${day}:${late.at(-1)!.id}`
      await sendMail(trx, OVERDUE_MAIL, { to: { member }, payload: { ids, count: late.length, member } satisfies DigestFacts, key })
    }
  })
}

/** The values in a digest's text: a line per person and course. */
export async function digestValues({ ids, count, member }: DigestFacts): Promise<Record<string, string>> {
  const { language } = await db.from('kit_members').where('id', member).select('language').firstOrFail()
  const rows: { name: Record<string, string>; firstname: string; infix: string | null; lastname: string; due_at: Day | null }[] = await db
    .from('learning_participations as p')
    .join('learning_course_versions as v', 'v.id', 'p.version_id')
    .join('kit_members as m', 'm.id', 'p.membership_id')
    .whereIn('p.id', ids)
    .orderBy('p.due_at')
    .select('v.name', 'm.firstname', 'm.infix', 'm.lastname', 'p.due_at')
  const lines = rows.map(({ name, firstname, infix, lastname, due_at: dueAt }) =>
    translate(language, 'learning.mail.overdue_line', {
      person: fullName({ firstname, infix, lastname }),
      course: textIn(name, language),
      due: dueAt ? dayInWords(dueAt, language) : '',
    }),
  )
  if (count > ids.length) lines.push(translate(language, 'learning.mail.overdue_more', { count: count - ids.length }))
  return { count: String(count), people: lines.join('\n'), actionUrl: await platformUrl('/totaal?overdue=true') }
}

import db from '@adonisjs/lucid/services/db'
import { DateTime } from 'luxon'
import { settings } from '../config/settings.js'
import { settingsOf } from '../companies/settings_store.js'
import { defineMail } from '../contract/plugin.js'
import { addDays, today } from '../i18n/days.js'
import { sendMail } from '../mail/mail_service.js'
import { coreSettings } from '../settings.js'
import { currentCompanyId } from '../tenancy/scope.js'
import { memberNames } from '../people/members_source.js'
import { activeSupervisors } from '../people/supervisors.js'
import { erasePerson } from './person.js'

/** Limit per run: a company with a new rule is processed over several nights, so that no mail server is flooded. */
const MOST_A_RUN = 500

/** Companies with a rule, and companies with people who were warned under a former rule. */
export const RETENTION_DUE = `select company_id from core_company_settings where plugin = 'core' and chosen->>'retention_months' is not null
  union select company_id from core_memberships where retention_warned_at is not null`

/** The state of a person who was inactive for long. */
export interface Inactive {
  id: number
  firstname: string
  infix: string | null
  lastname: string
  email: string | null
  /** ISO 8601: the last sign-in, or the time they were added. */
  last_active: string
  /** When they were warned; null: in the next run. */
  warned_at: string | null
  /** The first day on which they may be erased, `yyyy-mm-dd`. */
  erased_from: string
}

/** Warns a person before their account is erased. */
export const retentionMail = defineMail({
  trigger: 'core.mail.retention_warning',
  aboutAccount: true,
  load: async ({ day, language }: { day: string; language: string }) => ({
    day: DateTime.fromISO(day).setLocale(language).toLocaleString(DateTime.DATE_FULL),
    actionUrl: `${(await settings()).appUrl}/login/${await loginId()}`,
  }),
  sample: { day: '21 december 2026', actionUrl: 'https://platform.example/login/noordwind' },
})

/** Warns a supervisor about the erasure of people without an e-mail address. */
export const retentionOfOthersMail = defineMail({
  trigger: 'core.mail.retention_of_others',
  receivedBy: ['beheerder'],
  load: async ({ day, language, members }: { day: string; language: string; members: number[] }) => {
    const names = await memberNames(members)
    return {
      day: DateTime.fromISO(day).setLocale(language).toLocaleString(DateTime.DATE_FULL),
      people: members.flatMap((id) => names.get(id) ?? []).join('\n') || '–',
      actionUrl: `${(await settings()).appUrl}/deelnemers`,
    }
  },
  sample: { day: '21 december 2026', people: 'Piotr Kowalski\nBas Vos', actionUrl: 'https://platform.example/deelnemers' },
})

async function loginId(): Promise<string> {
  const row = await db.from('core_companies').where('id', currentCompanyId()).select(db.raw('login_id::text as login_id')).firstOrFail()
  return row.login_id as string
}

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)

// Supervisors are exempt: an inactive one may be needed next year.
const INACTIVE = `greatest(m.last_seen_at, m.created_at) < now() - make_interval(months => ?::int) and m.role <> 'beheerder'`

/**
 * Lists the people whom the company's rule would warn or erase now. Shown as a preview before the rule is turned on.
 * @param months instead of the company's own rule; null uses that rule, and without one the list is empty
 */
export async function listInactive(
  months: number | null,
  limit = 100,
): Promise<{ total: number; people: Inactive[]; months: number | null }> {
  const rule = await settingsOf(coreSettings)
  const after = months ?? rule.retention_months
  if (!after) return { total: 0, people: [], months: null }
  const from = () => db.from('core_memberships as m').whereRaw(INACTIVE, [after])
  const [{ total }] = await from().count('* as total')
  const rows = await from()
    .orderByRaw('greatest(m.last_seen_at, m.created_at), m.id')
    .limit(limit)
    .select('m.id', 'm.firstname', 'm.infix', 'm.lastname', 'm.retention_warned_at')
    .select(db.raw(`nullif(m.email, '') as email`), db.raw('greatest(m.last_seen_at, m.created_at) as last_active'))
  const people = rows.map((row) => ({
    id: row.id as number,
    firstname: row.firstname as string,
    infix: row.infix as string | null,
    lastname: row.lastname as string,
    email: row.email as string | null,
    last_active: (row.last_active as Date).toISOString(),
    warned_at: (row.retention_warned_at as Date | null)?.toISOString() ?? null,
    erased_from: addDays(today(DateTime.fromJSDate(row.retention_warned_at ?? new Date())), rule.retention_notice_days),
  }))
  return { total: Number(total), people, months: after }
}

/**
 * Warns inactive people, and erases those who were warned and did not return. The daily job `core.retention` of each company. Does nothing
 * without a rule.
 */
export async function applyRetention(): Promise<void> {
  const { retention_months: months, retention_notice_days: days } = await settingsOf(coreSettings)
  // People who returned, or whose company dropped the rule, get a new warning next time.
  await db
    .from('core_memberships as m')
    .whereNotNull('retention_warned_at')
    .whereRaw(months ? `not (${INACTIVE})` : 'true', months ? [months] : [])
    .update({ retention_warned_at: null })
  if (!months) return
  const companyId = currentCompanyId()
  const due: { id: number }[] = await db
    .from('core_memberships as m')
    .whereRaw(INACTIVE, [months])
    .where('m.retention_warned_at', '<=', daysAgo(days))
    .orderBy('m.id')
    .limit(MOST_A_RUN)
    .select('m.id')
  for (const { id } of due) {
    // A long run: people who returned meanwhile, or became supervisors, are skipped.
    const isStill = await db.from('core_memberships as m').where('m.id', id).whereRaw(INACTIVE, [months]).select('m.id').first()
    if (isStill) await erasePerson({ companyId, membershipId: id }, null)
  }
  await warn(months, days)
}

async function warn(months: number, days: number): Promise<void> {
  const due: { id: number; language: string; is_reachable: boolean }[] = await db
    .from('core_memberships as m')
    .join('core_users as u', 'u.id', 'm.user_id')
    .whereRaw(INACTIVE, [months])
    .whereNull('m.retention_warned_at')
    .orderBy('m.id')
    .limit(MOST_A_RUN)
    .select('m.id', 'u.language', db.raw('core_mailbox(u.email) is not null as is_reachable'))
  const day = addDays(today(), days)
  await warnThroughSupervisors(
    due.filter((one) => !one.is_reachable).map(({ id }) => id),
    day,
  )
  for (const { id, language } of due.filter((one) => one.is_reachable)) {
    await db.transaction(async (trx) => {
      const warned = await trx
        .from('core_memberships')
        .where('id', id)
        .whereNull('retention_warned_at')
        .update({ retention_warned_at: new Date() })
      if (Number(warned)) await sendMail(trx, retentionMail.trigger, { to: { member: id }, payload: { day, language } })
    })
  }
}

/** Warns people without an e-mail address by telling their supervisors. Where nobody can be told, nobody is warned, and so nobody is erased. */
async function warnThroughSupervisors(ids: readonly number[], day: string): Promise<void> {
  if (!ids.length) return
  await db.transaction(async (trx) => {
    const supervisors = await activeSupervisors(trx)
    if (!supervisors.length) return
    const warned: { id: number }[] = await trx
      .from('core_memberships')
      .whereIn('id', [...ids])
      .whereNull('retention_warned_at')
      .update({ retention_warned_at: new Date() }, ['id'])
    if (!warned.length) return
    for (const { id: member, language } of supervisors)
      await sendMail(trx, retentionOfOthersMail.trigger, {
        ...{ to: { member }, payload: { day, language, members: warned.map(({ id }) => Number(id)) } },
      })
  })
}

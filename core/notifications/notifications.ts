import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { invalid } from '../contract/errors.js'
import { saveFrom, versionOf } from '../database/versions.js'
import { listTriggers } from '../mail/mail_words.js'
import type { MailWay } from '../mail/recipients.js'
import { pluginRegistry } from '../plugins/registry.js'
import type { Session } from '../tenancy/session.js'

// A notification is a mail that is also shown on the platform: one row of core_mail_outbox, exported, erased and deleted with it.

/** Notifications per page. */
export const NOTIFICATIONS_A_PAGE = 30

export interface Notification {
  id: number
  /** The mail's subject, in the language it was written in. */
  subject: string
  /** The plugin's name. */
  group: string
  /** A path of the platform; null when it leads nowhere, or when only the mail may open it. */
  link: string | null
  at: string
  read: boolean
}

const own = (membershipId: number) =>
  // Without a subject it is not written yet.
  db.from('core_mail_outbox').where({ membership_id: membershipId, in_app: true }).whereNot('subject', '')

/** The number of unread notifications; an admin has none. */
export async function countUnread({ membershipId }: Session): Promise<number> {
  if (!membershipId) return 0
  const [{ n }] = await own(membershipId).whereNull('read_at').count('* as n')
  return Number(n)
}

/** One's own notifications in the running company, newest first. @param before the last id of the previous page */
export async function listNotifications(session: Session, before: number | null): Promise<{ items: Notification[]; next: number | null }> {
  if (!session.membershipId) return { items: [], next: null }
  const query = own(session.membershipId)
    .orderBy('id', 'desc')
    .limit(NOTIFICATIONS_A_PAGE + 1)
    .select('id', 'subject', 'trigger', 'link', 'created_at', 'read_at')
  if (before) query.where('id', '<', before)
  const rows = await query
  const groups = new Map(listTriggers(session.row.language).map(({ trigger, group }) => [trigger, group]))
  const items = rows.slice(0, NOTIFICATIONS_A_PAGE).map((row): Notification => ({
    id: row.id,
    subject: row.subject,
    group: groups.get(row.trigger) ?? '',
    link: row.link,
    at: (row.created_at as Date).toISOString(),
    read: row.read_at !== null,
  }))
  return { items, next: rows.length > items.length ? items.at(-1)!.id : null }
}

/** @param ids null for all; other people's are not changed */
export async function markRead({ membershipId }: Session, ids: readonly number[] | null): Promise<void> {
  if (!membershipId) return
  const query = own(membershipId).whereNull('read_at')
  if (ids) query.whereIn('id', [...ids])
  await query.update({ read_at: new Date() })
}

export interface MailChoice {
  trigger: string
  group: string
  /** A text that says when it is sent. */
  when: string
  way: MailWay
}

export interface MailChoices {
  choices: MailChoice[]
  updated_at: string
}

/** The kinds of notification that this role can receive. Mails about the account are always sent and not listed. */
function kindsFor(session: Session) {
  const { mails } = pluginRegistry()
  return listTriggers(session.row.language).filter(({ trigger, plugin, when }) => {
    const mail = mails.find((one) => one.trigger === trigger)!
    return when && !mail.aboutAccount && mail.receivedBy?.includes(session.role) && pluginRegistry().isOn(plugin, session.enabledPlugins)
  })
}

type Client = Pick<TransactionClientContract, 'from' | 'raw'>

/** A person's channel for each kind. */
export async function readChoices(session: Session, client: Client = db): Promise<MailChoices> {
  const row = await client
    .from('core_memberships')
    .where('id', session.membershipId!)
    .select('mail_choices', db.raw(`${versionOf('updated_at')} as updated_at`))
    .firstOrFail()
  const choices = kindsFor(session).map(({ trigger, group, when }) => ({
    trigger,
    group,
    when: when!,
    way: row.mail_choices[trigger] ?? 'both',
  }))
  return { choices, updated_at: row.updated_at }
}

/** @throws AppError 422 at `ways` for an unknown kind; 409 changed_meanwhile */
export async function saveChoices(
  session: Session,
  { ways, version }: { ways: Record<string, MailWay>; version: string },
): Promise<MailChoices> {
  const known = new Set(kindsFor(session).map(({ trigger }) => trigger))
  if (Object.keys(ways).some((trigger) => !known.has(trigger))) throw invalid('ways', 'enum')
  const id = session.membershipId!
  const current = async (trx: TransactionClientContract) => ({ ...(await readChoices(session, trx)) })
  await saveFrom({ table: 'core_memberships', id, version, sent: { ways }, current }, async (trx) => {
    await trx.rawQuery('update core_memberships set mail_choices = mail_choices || ?::jsonb where id = ?', [JSON.stringify(ways), id])
  })
  return readChoices(session)
}

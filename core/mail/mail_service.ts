import db from '@adonisjs/lucid/services/db'
import type { Listener } from '../contract/events.js'
import type { MailDefinition, PluginDefinition } from '../contract/plugin.js'
import { BRANDING_COLUMNS, type BrandingRow } from '../companies/branding.js'
import { sendJob } from '../events/outbox.js'
import { renderMail } from './render.js'

interface Recipient {
  email: string
  name: string
  language: string
  receive_emails: boolean
  may_be_mailed: boolean
}

/**
 * Turns a plugin's mails into listeners: the event's facts become one row of
 * core_mail_outbox, whose delivery is a job. An event that is delivered twice
 * makes one mail.
 */
export function mailListeners(plugin: PluginDefinition): Listener[] {
  return (plugin.mails ?? []).map((mail) => ({
    name: `mail:${mail.trigger}`,
    event: mail.on.name,
    handle: async (payload: never, delivery) => writeMail(mail, payload, String(delivery.eventId)),
  }))
}

async function writeMail(mail: MailDefinition, payload: never, dedupeKey: string): Promise<void> {
  if (mail.when && !(await mail.when(payload))) return
  const membershipId = mail.to(payload)
  const recipient = await findRecipient(membershipId, mail.aboutAccount ?? false)
  if (!recipient) return
  if (!mail.aboutAccount && !(recipient.receive_emails && recipient.may_be_mailed)) return
  const values = await mail.load(payload)
  const company = await ownCompany()
  const rendered = await renderMail(mail.trigger, recipient.language, { firstname: recipient.name, ...values }, company)
  await db.transaction(async (trx) => {
    const { rows } = await trx.rawQuery<{ rows: { id: number }[] }>(
      `insert into core_mail_outbox (company_id, membership_id, trigger, dedupe_key, language, to_email, to_name, from_name, subject, html, text)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict (company_id, trigger, dedupe_key) do nothing returning id`,
      [
        company.id,
        membershipId,
        mail.trigger,
        dedupeKey,
        rendered.language,
        recipient.email,
        recipient.name,
        company.sender_name,
        rendered.subject,
        rendered.html,
        rendered.text,
      ],
    )
    if (rows[0]) await sendJob(trx, 'core.mail.deliver', { mailId: rows[0].id })
  })
}

// Who is inactive hears nothing more; a company with "no direct communication" speaks to its participants itself.
/** @param ownAddress never forwarded: what opens an account is for nobody else's eyes */
async function findRecipient(membershipId: number, ownAddress: boolean): Promise<Recipient | undefined> {
  const { rows } = await db.rawQuery<{ rows: Recipient[] }>(
    `select ${ownAddress ? 'u.email::text' : 'coalesce(m.forward_emails_to, u.email::text)'} as email, u.firstname as name, u.language,
            m.receive_emails, m.status = 'active' and not (c.no_direct_communication and m.role = 'leerling') as may_be_mailed
       from core_memberships m join core_users u on u.id = m.user_id join core_companies c on c.id = m.company_id
      where m.id = ?`,
    [membershipId],
  )
  return rows[0]
}

async function ownCompany(): Promise<BrandingRow & { sender_name: string }> {
  const { rows } = await db.rawQuery(`select ${BRANDING_COLUMNS}, sender_name from core_companies limit 1`)
  return rows[0]
}

import db from '@adonisjs/lucid/services/db'
import { unseal } from './secrets.js'

/**
 * `npm run plugin:command -- core.open_mail <id>`: a mail with its secrets, such as
 * an invitation's link. For who runs the platform without a mail server: admins see dots. Audited.
 * @throws Error one line when there is no such mail
 */
export async function openMailCommand([id]: readonly string[]): Promise<void> {
  const row = /^\d{1,18}$/.test(id ?? '') ? await db.from('core_mail_outbox').where('id', id!).first() : null
  if (!row)
    throw new Error('Usage: npm run plugin:command -- core.open_mail <id of the mail, as its address in /mails says>. No such mail.')
  await db.table('core_audit_log').insert({
    user_id: null,
    company_id: row.company_id,
    action: 'open_mail',
    reason: 'mail.open',
    details: JSON.stringify({ id: row.id }),
  })
  const { subject, text } = row.sealed ? unseal(row.sealed) : row
  console.log(`${subject}\n\n${text}`)
}

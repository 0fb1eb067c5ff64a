import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import db from '@adonisjs/lucid/services/db'
import { readBounce } from './bounce_folder.js'
import { unseal } from './secrets.js'

/**
 * `npm run plugin:command -- core.open_mail <id>`: shows a mail with its secrets, such as an invitation's link. For operators without a
 * mail server; admins see dots instead. Audited.
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

/**
 * `npm run plugin:command -- core.read_bounce <file>` (or `-` for standard input): reads one bounced mail, for mail servers that pass mails
 * to a command.
 * @throws Error one line when it is no notification, or about no mail of ours
 */
export async function readBounceCommand([file]: readonly string[]): Promise<void> {
  if (!file) throw new Error('Usage: npm run plugin:command -- core.read_bounce <file with the mail, or - for standard input>.')
  const was = await readBounce(file === '-' ? await buffer(process.stdin) : await readFile(file))
  if (was !== 'noted') throw new Error(was === 'other' ? 'This mail tells of nothing that failed.' : 'It tells of none of our mails.')
  console.log('Noted.')
}

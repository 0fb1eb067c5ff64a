import db from '@adonisjs/lucid/services/db'
import { Mailer } from '@adonisjs/mail'
import { SMTPTransport } from '@adonisjs/mail/transports/smtp'
import emitter from '@adonisjs/core/services/emitter'
import { settings } from '../config/settings.js'

interface MailRow {
  id: number
  to_email: string
  to_name: string
  from_name: string
  subject: string
  html: string
  text: string
  status: string
}

let mailer: Mailer<SMTPTransport> | undefined

async function smtp(): Promise<Mailer<SMTPTransport> | null> {
  const { mail, mailFrom } = await settings()
  if (!mail) return null
  mailer ??= new Mailer(
    'smtp',
    new SMTPTransport({
      host: mail.host,
      port: mail.port,
      secure: mail.secure,
      auth: mail.username ? { type: 'login', user: mail.username, pass: mail.password ?? '' } : undefined,
    }),
    emitter as never,
    { from: mailFrom },
  )
  return mailer
}

/**
 * Delivers one mail of the outbox; the job `core.mail.deliver`. Without SMTP
 * settings it stays in the outbox with status `kept`, where it can be read.
 * @throws Error when the server refuses it: the queue tries again later
 */
export async function deliverMail({ mailId }: { mailId: number }): Promise<void> {
  const row = (await db.from('core_mail_outbox').where('id', mailId).first()) as MailRow | null
  if (!row || row.status === 'sent') return
  const transport = await smtp()
  const update = (values: Record<string, unknown>) => db.from('core_mail_outbox').where('id', mailId).update(values)
  if (!transport) {
    await update({ status: 'kept' })
    return
  }
  const { mailFrom } = await settings()
  try {
    await transport.send((message) => {
      message.from(mailFrom, row.from_name).to(row.to_email, row.to_name).subject(row.subject).html(row.html).text(row.text)
    })
    await update({ status: 'sent', sent_at: new Date(), last_error: null, attempts: db.raw('attempts + 1') })
  } catch (error) {
    await update({ status: 'failed', last_error: String(error).slice(0, 500), attempts: db.raw('attempts + 1') })
    throw error
  }
}

import emitter from '@adonisjs/core/services/emitter'
import { Mailer } from '@adonisjs/mail'
import { SMTPTransport } from '@adonisjs/mail/transports/smtp'
import { settings } from '../config/settings.js'
import type { OpenAttachment } from './attachments.js'

let mailer: Mailer<SMTPTransport> | undefined

export interface Outgoing {
  /** Stable: a mail that is sent again after an uncertain end can be recognised as the same. */
  messageId: string
  fromName: string
  toEmail: string
  toName: string
  subject: string
  html: string
  text: string
  attachments: readonly OpenAttachment[]
}

/** How long a server may keep silent, in milliseconds; together well below what a claim lasts (deliver.ts). */
const SILENCE = { connectionTimeout: 30_000, greetingTimeout: 30_000, socketTimeout: 60_000 }

/** Hands one mail to the mail server. @throws Error when it is refused or not reached */
export async function sendBySmtp(mail: Outgoing): Promise<void> {
  const { mail: server, mailFrom } = await settings()
  if (!server) throw new Error('No mail server is set.')
  mailer ??= new Mailer(
    'smtp',
    new SMTPTransport({
      host: server.host,
      port: server.port,
      secure: server.secure,
      auth: server.username ? { type: 'login', user: server.username, pass: server.password ?? '' } : undefined,
      ...SILENCE,
    } as ConstructorParameters<typeof SMTPTransport>[0]),
    emitter as never,
    { from: mailFrom },
  )
  await mailer.send((message) => {
    message.from(mailFrom, mail.fromName).to(mail.toEmail, mail.toName).subject(mail.subject).html(mail.html).text(mail.text)
    message.header('X-Platform-Mail', mail.messageId)
    message.nodeMailerMessage.messageId = `<${mail.messageId}@${mailFrom.split('@')[1] ?? 'platform'}>`
    for (const { name, contentType, content } of mail.attachments) message.attachData(content, { filename: name, contentType })
  })
}

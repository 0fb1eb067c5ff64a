import { Readable } from 'node:stream'
import emitter from '@adonisjs/core/services/emitter'
import { Mailer } from '@adonisjs/mail'
import { SMTPTransport } from '@adonisjs/mail/transports/smtp'
import { settings } from '../config/settings.js'
import type { OpenAttachment } from './attachments.js'
import { isDeadAddress, statusIn } from './delivery_status.js'

let mailer: Mailer<SMTPTransport> | undefined

interface SmtpAnswer {
  responseCode?: number
  response?: string
  command?: string
}

export interface Outgoing {
  /** Stable: a mail that is sent again after an uncertain end can be recognised as the same. */
  messageId: string
  /** Where what comes back goes. */
  envelopeFrom: string
  fromName: string
  toEmail: string
  toName: string
  subject: string
  html: string
  text: string
  attachments: readonly OpenAttachment[]
  /** The address that unsubscribes the recipient with one POST. */
  unsubscribe: string | null
}

/** How long a server may keep silent, in milliseconds; together well below what a claim lasts (deliver.ts). */
const SILENCE = { connectionTimeout: 30_000, greetingTimeout: 30_000, socketTimeout: 60_000 }

/** The mail was under way and no answer came: the server may have taken it. */
export class NoAnswerError extends Error {}

/** The server says that there is no such address: another try would end the same. */
export class DeadAddressError extends Error {}

/**
 * Hands one mail to the mail server.
 * @throws NoAnswerError when nobody knows whether it took it; DeadAddressError; Error when it refused it or was not reached
 */
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
  let isUnderWay = false
  // Read once the server has let us in, and not before.
  const html = Readable.from(
    (function* () {
      isUnderWay = true
      yield Buffer.from(mail.html)
    })(),
  )
  const sending = mailer.send((message) => {
    message.from(mailFrom, mail.fromName).to(mail.toEmail, mail.toName).subject(mail.subject).text(mail.text)
    message.nodeMailerMessage.html = html
    message.nodeMailerMessage.messageId = `<${mail.messageId}>`
    message.nodeMailerMessage.envelope = { from: mail.envelopeFrom, to: mail.toEmail }
    // No machine answers it with an absence.
    message.header('Auto-Submitted', 'auto-generated')
    if (mail.unsubscribe) {
      message.header('List-Unsubscribe', `<${mail.unsubscribe}>`)
      message.header('List-Unsubscribe-Post', 'List-Unsubscribe=One-Click')
    }
    for (const { name, contentType, content } of mail.attachments) message.attachData(content, { filename: name, contentType })
  })
  await sending.catch((error: unknown) => {
    // The framework's own error has the mail server's as its cause.
    const { cause } = error as { cause?: SmtpAnswer }
    const { responseCode: answered, response = '', command } = cause?.command ? cause : (error as SmtpAnswer)
    if (command === 'RCPT TO' && isDeadAddress(statusIn(response), answered))
      throw new DeadAddressError(response.slice(0, 500), { cause: error })
    throw isUnderWay && !answered ? new NoAnswerError(String(error), { cause: error }) : error
  })
}

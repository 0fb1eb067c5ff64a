import { Readable } from 'node:stream'
import emitter from '@adonisjs/core/services/emitter'
import { Mailer } from '@adonisjs/mail'
import { SMTPTransport } from '@adonisjs/mail/transports/smtp'
import { settings } from '../config/settings.js'
import type { OpenAttachment } from './attachments.js'
import { isDeadAddress, statusIn } from './delivery_status.js'
import { PARALLEL_DELIVERIES } from './queue_delivery.js'

let mailer: Mailer<SMTPTransport> | undefined

interface SmtpAnswer {
  responseCode?: number
  response?: string
  command?: string
}

export interface Outgoing {
  /** Stays the same when a mail is sent again, so that duplicates can be recognised. */
  messageId: string
  /** The return path. */
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

/** Timeouts for a silent server, in milliseconds; together well below the duration of a claim (deliver.ts). */
const SILENCE = { connectionTimeout: 30_000, greetingTimeout: 30_000, socketTimeout: 60_000 }

/**
 * Connections stay open for the next mail: opening one takes longer than sending a mail. A mail whose connection breaks is not sent again
 * here, because the server may have accepted it.
 */
const POOL = { pool: true, maxConnections: PARALLEL_DELIVERIES + 1, maxRequeues: 0 }

/** No answer came while the mail was being sent: the server may have accepted it. */
export class NoAnswerError extends Error {}

/** The server says that there is no such address, so a retry is useless. */
export class DeadAddressError extends Error {}

/** Closes the connections to the mail server. */
export async function closeMailer(): Promise<void> {
  await mailer?.close()
  mailer = undefined
}

/**
 * Sends one mail to the mail server.
 * @throws NoAnswerError when it is unknown whether the server accepted it; DeadAddressError; Error when the server refused it or was not
 * reached
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
      ...POOL,
    } as ConstructorParameters<typeof SMTPTransport>[0]),
    emitter as never,
    { from: mailFrom },
  )
  let isUnderWay = false
  // The content is only read after the server accepted the connection.
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
    // Keeps automatic replies away.
    message.header('Auto-Submitted', 'auto-generated')
    if (mail.unsubscribe) {
      message.header('List-Unsubscribe', `<${mail.unsubscribe}>`)
      message.header('List-Unsubscribe-Post', 'List-Unsubscribe=One-Click')
    }
    for (const { name, contentType, content } of mail.attachments) message.attachData(content, { filename: name, contentType })
  })
  await sending.catch((error: unknown) => {
    // The framework's error has the mail server's as its cause.
    const { cause } = error as { cause?: SmtpAnswer }
    const { responseCode: answered, response = '', command } = cause?.command ? cause : (error as SmtpAnswer)
    if (command === 'RCPT TO' && isDeadAddress(statusIn(response), answered))
      throw new DeadAddressError(response.slice(0, 500), { cause: error })
    throw isUnderWay && !answered ? new NoAnswerError(String(error), { cause: error }) : error
  })
}

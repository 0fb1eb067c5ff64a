import db from '@adonisjs/lucid/services/db'
import { settings } from '../config/settings.js'
import { asSystem, currentScope } from '../tenancy/scope.js'
import { applyForgotten } from './bounces.js'
import { openAttachments } from './attachments.js'
import { type Sender, composeMail, definitionOf, senderOf } from './compose_mail.js'
import { unseal } from './secrets.js'
import { returnAddress } from './return_address.js'
import { DeadAddressError, NoAnswerError, sendBySmtp } from './smtp.js'

interface MailRow {
  id: number
  company_id: number | null
  membership_id: number | null
  user_id: number | null
  trigger: string
  language: string
  to_email: string
  to_name: string
  from_name: string
  subject: string
  html: string
  text: string
  sealed: string | null
  payload: unknown
  status: string
  is_test: boolean
  return_token: string
  by_mail: boolean
}

/** A mail that has been `sending` for longer was interrupted: the mail server's timeout and the job's limit are both shorter. */
export const CLAIM_MINUTES = 5

const update = (id: number, values: Record<string, unknown>) => db.from('core_mail_outbox').where('id', id).update(values)

/**
 * Writes and sends one mail of the outbox; the job `core.mail.deliver`. It claims the row first, so that concurrent jobs send it once. A
 * mail claimed by a process that died, or whose server stopped answering, may have been sent. It is not sent again automatically;
 * `resolveInterrupted` marks it. Without SMTP settings it stays in the outbox with status `kept`.
 * @throws Error when it cannot be written or the server refuses it: the queue tries again later
 */
export async function deliverMail({ mailId }: { mailId: number }): Promise<void> {
  const [row] = (await db
    .from('core_mail_outbox')
    .where('id', mailId)
    .whereIn('status', ['waiting', 'failed'])
    .update({ status: 'sending', claimed_at: new Date(), attempts: db.raw('attempts + 1') })
    .returning('*')) as MailRow[]
  if (!row) return afterOthers(mailId)
  try {
    await (row.company_id || currentScope()?.kind === 'across' ? deliver(row) : asSystem('mail.deliver', () => deliver(row)))
  } catch (error) {
    if (error instanceof DeadAddressError) {
      await update(mailId, { status: 'bounced', bounced_at: new Date(), holds: true, claimed_at: null, last_error: error.message })
      return
    }
    const isUncertain = error instanceof NoAnswerError
    await update(mailId, { status: isUncertain ? 'uncertain' : 'failed', claimed_at: null, last_error: String(error).slice(0, 500) })
    if (!isUncertain) throw error
  }
}

/** Another job has it. @throws Error while it is being sent, so that the queue checks the outcome later */
async function afterOthers(mailId: number): Promise<void> {
  const row = await db.from('core_mail_outbox').where('id', mailId).select('status').first()
  if (row?.status === 'sending') throw new Error(`Mail ${mailId} is being sent by another worker.`)
}

async function deliver(row: MailRow): Promise<void> {
  const sender = await senderOf(row.company_id)
  const mail = definitionOf(row.trigger)
  if (!row.html && !(await write(row, sender))) {
    await db.from('core_mail_outbox').where('id', row.id).delete()
    return
  }
  // A person who unsubscribed in the meantime gets none, even if the mail was already written or is sent again.
  if (mail?.unsubscribe && !row.is_test && !(await mail.load((row.payload ?? {}) as never))) {
    await db.from('core_mail_outbox').where('id', row.id).delete()
    return
  }
  if (!row.by_mail) return settle(row.id, { status: 'in_app', payload: null })
  if (!mail?.aboutAccount && !row.is_test && (await isHeld(row))) return settle(row.id, { status: 'held' })
  if (!(await settings()).mail) {
    return settle(row.id, { status: 'kept' })
  }
  // A test mail is not about a person or a booking, so it has no attachments.
  const attachments = row.is_test ? [] : await openAttachments((await mail?.attachments?.(row.payload as never)) ?? [])
  const { subject, html, text } = row.sealed ? unseal(row.sealed) : row
  await sendBySmtp({
    ...(await returnAddress(row.return_token)),
    fromName: row.from_name || sender.sender_name,
    toEmail: row.to_email,
    toName: row.to_name,
    subject,
    html,
    text,
    attachments,
    unsubscribe: row.payload && mail?.unsubscribe ? await mail.unsubscribe(row.payload as never) : null,
  })
  const sent = attachments.map(({ name, size }) => ({ name, size }))
  await update(row.id, {
    status: 'sent',
    sent_at: new Date(),
    claimed_at: null,
    last_error: null,
    sealed: null,
    // A bounced mail that is sent again keeps its unsubscribe link.
    ...(!mail?.unsubscribe && { payload: null }),
    attachments: JSON.stringify(sent),
  }).catch((error: unknown) => {
    // The server accepted the mail. If storing that fails, it must not be sent again.
    throw new NoAnswerError(`sent, and not noted: ${String(error)}`, { cause: error })
  })
}

const settle = async (id: number, values: Record<string, unknown>): Promise<void> => {
  await update(id, { claimed_at: null, last_error: null, ...values })
}

/** Whether an earlier mail of the same company found the address dead, and nobody unblocked it since. */
async function isHeld({ company_id: companyId, to_email: email }: MailRow): Promise<boolean> {
  const query = db.from('core_mail_outbox').where('holds', true).whereRaw('lower(to_email) = lower(?)', [email])
  return (await (companyId ? query.where('company_id', companyId) : query.whereNull('company_id')).select('id').first()) !== null
}

/**
 * Writes it once: a retry sends the same words and the same link.
 * @returns false when its reason no longer exists and the mail was dropped
 */
async function write(row: MailRow, sender: Sender): Promise<boolean> {
  const composed = await composeMail(row, sender)
  if (!composed) return false
  const { shown, sealed, link } = composed
  const written = { subject: shown.subject, html: shown.html, text: shown.text, language: shown.language, sealed, link }
  await update(row.id, written)
  Object.assign(row, written)
  return true
}

/**
 * Marks mails that were being sent when their process died as `uncertain`: nobody knows whether the server accepted them. An admin sees
 * them and may send them again. Also queues mails of the platform without a job. The job `core.mail.settle`, every minute.
 */
export async function resolveInterrupted(now = Date.now()): Promise<void> {
  await asSystem('mail.settle', async () => {
    await db
      .from('core_mail_outbox')
      .where('status', 'sending')
      .where('claimed_at', '<', new Date(now - CLAIM_MINUTES * 60_000))
      .update({ status: 'uncertain', claimed_at: null, last_error: 'The process ended while the mail server was taking it.' })
    const left = await db
      .from('core_mail_outbox')
      .whereNull('company_id')
      .where('status', 'waiting')
      .where('created_at', '<', new Date(now - 60_000))
      .select('id')
    for (const { id } of left) await deliverMail({ mailId: id }).catch(() => {})
    await applyForgotten()
  })
}

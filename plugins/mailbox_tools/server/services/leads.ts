import { createHash } from 'node:crypto'
import { can } from '#core/contract/access'
import { AppError, conflict, notFound } from '#core/contract/errors'
import type { TaskView } from '#core/contract/tasks'
import { acrossCompanies, type Session } from '#core/kit/scope'
import { serviceOf } from '#core/kit/services'
import { defineTask, startTask } from '#core/kit/tasks'
import { type LeadsService, leadsService, type MailedLead } from '#plugins/marketing/contract/index'
import type { Message } from '../../message.js'
import { isWanted, type Order } from './convert.js'
import { readMailbox } from './read_mailbox.js'
import { mailboxes } from './uploads.js'

export type LeadOrder = Pick<Order, 'token' | 'words' | 'sender' | 'from' | 'until'>

/** Senders of a preview, and the number of messages that are read for it. */
const SHOWN = 20
const MOST_READ = 5000
const MOST_TEXT = 2000
const MOST_LINE = 200

const ADDRESS = /^[^\s@<>"(),:;\\[\]]+@[^\s@<>"(),:;\\[\]]+\.[^\s@<>"(),:;\\[\]]+$/
/** Addresses of programs. */
const NOBODY = /^(no-?reply|do-?not-?reply|noresponse|mailer-daemon|postmaster|bounces?)\b/i

/** A sender as a lead; null for an address to which nobody can write. Pure. */
export function leadOf({ from_name: name, from_address: from, subject, text }: Message, language: string): MailedLead | null {
  const email = from.trim()
  if (email.length > 254 || !ADDRESS.test(email) || NOBODY.test(email)) return null
  const line = (value: string) =>
    value
      .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
      .trim()
      .slice(0, MOST_LINE)
  return { email, name: line(name), subject: line(subject), message: text.trim().slice(0, MOST_TEXT), language }
}

/** The senders of a mailbox, each once, with the first of their messages that matches. @param most messages to read */
export async function* sendersOf(path: string, order: LeadOrder, language: string, most = Infinity): AsyncGenerator<MailedLead> {
  const seen = new Set<string>()
  let read = 0
  for await (const messages of readMailbox(path)) {
    for (const message of messages) {
      const lead = isWanted(message, order) ? leadOf(message, language) : null
      const key = lead && keyOf(lead)
      if (!key || seen.has(key)) continue
      seen.add(key)
      yield lead
    }
    read += messages.length
    if (read >= most) return
  }
}

/** A key that does not contain the address, as it stays with the task. */
const keyOf = ({ email }: MailedLead) => createHash('sha256').update(email.toLowerCase()).digest('base64url').slice(0, 22)

const received = async (session: Session, token: string) => {
  const mailbox = await mailboxes.own(session, token)
  if (mailbox.received < mailbox.size) throw conflict('upload_unfinished')
  return mailbox
}

/** The first senders of one of the person's own mailboxes, as they would become leads. @throws AppError 404; 409 upload_unfinished */
export async function previewLeads(session: Session, order: LeadOrder): Promise<MailedLead[]> {
  const { path } = await received(session, order.token)
  const found: MailedLead[] = []
  for await (const lead of sendersOf(path, order, session.row.language, MOST_READ)) {
    found.push(lead)
    if (found.length >= SHOWN) break
  }
  return found
}

/** @throws AppError 404 if marketing is off */
async function leadsOf(session: Session): Promise<LeadsService> {
  const service = await acrossCompanies(session, 'mailbox_tools.leads', () => serviceOf(leadsService))
  if (!service) throw notFound()
  return service
}

/** Adds the senders of a mailbox to the leads, one row each. */
export const leadsTask = defineTask<LeadOrder & { name: string }>({
  name: 'mailbox_tools.leads',
  label: 'mailbox_tools.leads.task',
  again: true,
  access: can('mailbox_tools.use'),
  about: ({ name }) => name,
  run: async (task) => {
    const { session, payload } = task
    const { path } = await mailboxes.own(session, payload.token).catch(() => {
      throw new AppError(422, 'mailbox_gone')
    })
    const leads = await leadsOf(session)
    for await (const lead of sendersOf(path, payload, session.row.language))
      await task.row(keyOf(lead), (trx) => leads.fromMailbox(trx, lead))
  },
})

/** Starts adding the senders of one of the person's own mailboxes. @throws AppError 404; 409 upload_unfinished; as `startTask` */
export async function startAddingLeads(session: Session, order: LeadOrder): Promise<TaskView> {
  const { name } = await received(session, order.token)
  await leadsOf(session)
  return startTask(session, leadsTask, { ...order, name })
}

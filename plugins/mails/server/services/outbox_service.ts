import { notFound } from '#core/contract/errors'
import {
  decideUncertain,
  type OutboxMail,
  type OutboxSummary,
  type UncertainDecision,
  findMail,
  sendAgain,
  summarizeMails,
} from '#core/kit/mail'
import { type Session, acrossCompanies } from '#core/kit/scope'

/** The numbers of mails by status, over every company. */
export function outboxSummary(session: Session): Promise<OutboxSummary> {
  return acrossCompanies(session, 'mails.summary', summarizeMails)
}

/** One mail with its texts. @throws AppError 404 for an unknown id */
export function showMail(session: Session, id: string): Promise<OutboxMail & { html: string; text: string }> {
  return acrossCompanies(session, 'mails.show', async () => {
    const row = await findMail(id)
    if (!row) throw notFound()
    return row
  })
}

/** Delivers a mail that was not delivered. @throws AppError 404; 409 mail_under_way */
export function sendOnceMore(session: Session, id: string): Promise<void> {
  return acrossCompanies(session, 'mails.send', () => sendAgain(id))
}

/** Sends all uncertain mails again, or leaves them. @param seen the number that the person saw @throws AppError 409 selection_changed */
export function decideAll(session: Session, decision: UncertainDecision, seen: number): Promise<void> {
  return acrossCompanies(session, 'mails.uncertain', () => decideUncertain(decision, seen))
}

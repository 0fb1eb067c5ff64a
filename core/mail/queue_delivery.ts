import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { sendJob } from '../events/outbox.js'
import { enqueue, jobsAreRunning } from '../jobs/boss.js'

export const DELIVER = 'core.mail.deliver'

/** A mail server takes its time for each mail, so several are handed over at once. */
export const PARALLEL_DELIVERIES = 4

/** Queues a job about a mail in the current transaction: in the scope of the mail's company, or across companies for the platform's own. */
export async function queueInScope(
  trx: TransactionClientContract,
  job: string,
  { companyId, payload }: { companyId: number | null; payload: object },
): Promise<void> {
  if (companyId) await sendJob(trx, job, payload)
  // Without workers in this process (a command), the server's job core.mail.settle finds it.
  else if (jobsAreRunning()) await enqueue(job, [{ companyId: null, ...payload }], trx)
}

/** Queues the delivery of a mail, in the transaction that writes it. */
export const queueDelivery = (trx: TransactionClientContract, { companyId, mailId }: { companyId: number | null; mailId: number }) =>
  queueInScope(trx, DELIVER, { companyId, payload: { mailId } })

import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { sendJob } from '../events/outbox.js'
import { enqueue, jobsAreRunning } from '../jobs/boss.js'

export const DELIVER = 'core.mail.deliver'

/** Asks for a job about a mail, in the transaction that causes it: in the mail's company's scope, the platform's own across companies. */
export async function queueInScope(
  trx: TransactionClientContract,
  job: string,
  { companyId, payload }: { companyId: number | null; payload: object },
): Promise<void> {
  if (companyId) await sendJob(trx, job, payload)
  // Without workers here (a command) the job core.mail.settle of the server finds it.
  else if (jobsAreRunning()) await enqueue(job, [{ companyId: null, ...payload }], trx)
}

/** Asks for the delivery of a mail, in the transaction that writes it. */
export const queueDelivery = (trx: TransactionClientContract, { companyId, mailId }: { companyId: number | null; mailId: number }) =>
  queueInScope(trx, DELIVER, { companyId, payload: { mailId } })

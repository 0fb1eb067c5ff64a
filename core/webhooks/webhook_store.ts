import db from '@adonisjs/lucid/services/db'
import type { WebhookDefinition, WebhookMessage } from '../contract/webhooks.js'
import { sendJob } from '../events/outbox.js'
import { pluginRegistry } from '../plugins/registry.js'
import { asSystem, inCompany } from '../tenancy/scope.js'

/** The job that processes a message. */
export const WEBHOOK_JOB = 'core.inbox.handle'
const KEPT_DAYS = 90

/**
 * Stores a webhook message once, by its id, and queues its job in the company's scope, in one transaction.
 * @returns false for an unknown company
 */
export async function storeMessage({ name }: WebhookDefinition, { id, companyId, content }: WebhookMessage): Promise<boolean> {
  const company = await asSystem('webhooks.company', () => db.from('core_companies').where('id', companyId).select('id').first())
  if (!company) return false
  await inCompany(companyId, () =>
    db.transaction(async (trx) => {
      const { rows } = await trx.rawQuery<{ rows: { id: number }[] }>(
        `insert into core_inbox (company_id, inbox, message_key, content) values (?, ?, ?, ?)
         on conflict (inbox, message_key) do nothing returning id`,
        [companyId, name, id, JSON.stringify(content)],
      )
      if (rows[0]) await sendJob(trx, WEBHOOK_JOB, { messageId: rows[0].id })
    }),
  )
  return true
}

/** Processes one message. The queue retries failures; a processed message is never processed again. */
export async function handleMessage({ messageId }: { messageId: number }): Promise<void> {
  const message = await db.from('core_inbox').where('id', messageId).whereNull('done_at').select('inbox', 'content').first()
  if (!message) return
  await pluginRegistry()
    .webhook(message.inbox)
    .handle(message.content as never)
  await db.from('core_inbox').where('id', messageId).update({ done_at: new Date() })
}

/** Companies with messages that were processed long ago. */
export const OLD_MESSAGES = `select company_id from core_inbox where done_at < now() - interval '${KEPT_DAYS} days'`

/** Deletes a company's messages that were processed long ago. */
export async function removeOldMessages(): Promise<void> {
  await db
    .from('core_inbox')
    .where('done_at', '<', new Date(Date.now() - KEPT_DAYS * 86_400_000))
    .delete()
}

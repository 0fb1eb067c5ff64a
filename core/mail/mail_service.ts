import { randomUUID } from 'node:crypto'
import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { Listener } from '../contract/events.js'
import type { MailDefinition, MailRecipient } from '../contract/mail.js'
import type { PluginDefinition } from '../contract/plugin.js'
import { pluginRegistry } from '../plugins/registry.js'
import { currentCompanyId, currentScope } from '../tenancy/scope.js'
import { queueDelivery } from './queue_delivery.js'
import { addresseeOf } from './recipients.js'

/**
 * Turns a plugin's mails into listeners. The event's facts become one row of core_mail_outbox; a job writes and sends it. An event that is
 * delivered twice makes one mail.
 */
export function mailListeners(plugin: PluginDefinition): Listener[] {
  return (plugin.mails ?? []).flatMap((mail) =>
    mail.on
      ? [
          {
            name: `mail:${mail.trigger}`,
            event: mail.on.name,
            handle: async (payload: never, delivery) => {
              if (mail.when && !(await mail.when(payload))) return
              const to = mail.to!(payload)
              await db.transaction((trx) =>
                write(trx, mail, { to: typeof to === 'number' ? { member: to } : to, payload, key: String(delivery.eventId) }),
              )
            },
          } satisfies Listener,
        ]
      : [],
  )
}

export interface Sending {
  to: MailRecipient
  /** The facts that `load` and `attachments` receive: ids and plain facts, never a secret. */
  payload?: object
  /** Only one mail with this key is sent. Without a key, each call sends a mail. */
  key?: string
}

/**
 * Queues a declared mail in the transaction of the change it is about. It is written and sent after commit, or not at all. In a company's
 * scope; to a `person` across companies, as the platform.
 * @param trigger of a plugin's `mails`
 * @returns false when there is nobody to mail, or the mail is turned off for them
 */
export async function sendMail(trx: TransactionClientContract, trigger: string, { to, payload = {}, key }: Sending): Promise<boolean> {
  const mail = pluginRegistry().mails.find((candidate) => candidate.trigger === trigger)
  if (!mail) throw new Error(`No plugin declares the mail "${trigger}".`)
  if (!trx.isTransaction) throw new Error(`Mail "${trigger}" must be sent inside a transaction.`)
  if (mail.when && !(await mail.when(payload as never))) return false
  return write(trx, mail, { to, payload, key: key ?? randomUUID() })
}

async function write(trx: TransactionClientContract, mail: MailDefinition, { to, payload, key }: Required<Sending>): Promise<boolean> {
  // A bare address across companies gets mail of the platform itself.
  const isPlatform = 'person' in to || ('email' in to && currentScope()?.kind === 'across')
  if ('person' in to && currentScope()?.kind !== 'across')
    throw new Error(`Mail "${mail.trigger}" to a person is sent across companies only.`)
  const companyId = isPlatform ? null : currentCompanyId()
  const addressee = await addresseeOf(to, mail, trx)
  if (!addressee) return false
  const { rows } = await trx.rawQuery<{ rows: { id: number }[] }>(
    `insert into core_mail_outbox (company_id, membership_id, user_id, trigger, dedupe_key, language, to_email, to_name, from_name, payload, by_mail, in_app)
     values (?, ?, ?, ?, ?, ?, ?, ?, coalesce((select sender_name from core_companies where id = ?), ''), ?, ?, ?)
     on conflict (company_id, trigger, dedupe_key) do nothing returning id`,
    [
      companyId,
      addressee.membershipId,
      addressee.userId,
      mail.trigger,
      key,
      addressee.language,
      addressee.email,
      addressee.name,
      companyId,
      JSON.stringify(payload),
      addressee.byMail,
      addressee.inApp,
    ] as never[],
  )
  const mailId = rows[0]?.id
  if (mailId === undefined) return true
  await queueDelivery(trx, { companyId, mailId })
  return true
}

import db from '@adonisjs/lucid/services/db'
import { conflict } from '../contract/errors.js'
import { asSystem, inCompany } from '../tenancy/scope.js'
import { queueDelivery } from './queue_delivery.js'

/** The decisions about uncertain mails. */
export const UNCERTAIN_DECISIONS = ['send', 'leave'] as const
export type UncertainDecision = (typeof UNCERTAIN_DECISIONS)[number]

/**
 * Decides about all uncertain mails at once: sends them again, with the same Message-ID, or leaves them. For admins only.
 * @param seen how many the person saw
 * @throws AppError 409 selection_changed with the current `count`
 */
export async function decideUncertain(decision: UncertainDecision, seen: number): Promise<void> {
  await asSystem('mail.uncertain', () =>
    db.transaction(async (trx) => {
      const mails: { id: number; company_id: number | null }[] = await trx
        .from('core_mail_outbox')
        .where({ status: 'uncertain', by_mail: true })
        .orderBy('id')
        .forUpdate()
        .select('id', 'company_id')
      if (mails.length !== seen) throw conflict('selection_changed', { count: mails.length })
      const ids = mails.map(({ id }) => id)
      const values = decision === 'leave' ? { status: 'left' } : { status: 'waiting', last_error: null }
      await trx.from('core_mail_outbox').whereIn('id', ids).update(values)
      if (decision === 'leave') return
      for (const { id: mailId, company_id: companyId } of mails) {
        const queue = () => queueDelivery(trx, { companyId, mailId })
        await (companyId ? inCompany(companyId, queue) : queue())
      }
    }),
  )
}

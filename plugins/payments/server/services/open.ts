import { createHash } from 'node:crypto'
import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { AppError, conflict } from '#core/contract/errors'
import { currentCompanyId } from '#core/kit/scope'
import { platformUrl } from '#core/kit/settings'
import { LEAST_CENTS, PAID_PARAM, type PaymentRequest } from '../../contract/index.js'
import { stripe } from '../stripe/provider.js'
import { type PaymentRow, findPayment } from './payments.js'
import { away } from './provider_errors.js'

/** What the provider takes at least, and a little for the way there. In milliseconds. */
const SHORTEST = 31 * 60_000

/** Opens a payment, or finds the open one of its key: as the contract says. */
export async function openPayment(request: PaymentRequest): Promise<{ url: string }> {
  // The provider would say so too, in words that help nobody.
  if (request.amountCents < LEAST_CENTS) throw conflict('amount_too_small')
  const companyId = currentCompanyId()
  const payment = await prepared(request)
  if (payment.url) return { url: payment.url }
  const client = await stripe()
  const back = await platformUrl(request.returnPath)
  const paid = `${back}${back.includes('?') ? '&' : '?'}${PAID_PARAM}=1`
  const metadata = { company: String(companyId), key: request.key, try: String(payment.tries) }
  // Whoever asks twice, in two tabs or after a crash, gets one session. A colleague who asks in other words gets one of their own.
  const words = createHash('sha256')
    .update(JSON.stringify([request.email, request.language, request.description, back, paid]))
    .digest('hex')
  const session = await client.checkout.sessions
    .create(
      {
        mode: 'payment',
        client_reference_id: request.key,
        customer_email: request.email,
        locale: request.language as never,
        line_items: [
          { quantity: 1, price_data: { currency: 'eur', unit_amount: request.amountCents, product_data: { name: request.description } } },
        ],
        expires_at: Math.floor(payment.lapses_at.getTime() / 1000),
        success_url: paid,
        cancel_url: back,
        metadata,
        payment_intent_data: { metadata, description: request.description },
      },
      { idempotencyKey: `payment:${companyId}:${request.key}:${payment.tries}:${words.slice(0, 16)}` },
    )
    .catch(away)
  if (!session.url) throw new AppError(502, 'payment_provider_away')
  await db.from('payments_payments').where({ id: payment.id, tries: payment.tries }).update({ session: session.id, url: session.url })
  return { url: session.url }
}

/** Its row, with the try that is to be opened; `url` where it stands open already. */
async function prepared({ key, amountCents, description, lapsesAt }: PaymentRequest): Promise<PaymentRow> {
  const lapses = new Date(Math.max(lapsesAt.getTime(), Date.now() + SHORTEST))
  return db.transaction(async (trx) => {
    await trx.rawQuery(
      `insert into payments_payments (company_id, key, amount_cents, description, lapses_at) values (?, ?, ?, ?, ?)
       on conflict (company_id, key) do nothing`,
      [currentCompanyId(), key, amountCents, description, lapses] as never[],
    )
    const row = (await findPayment(key, trx))!
    if (row.paid_at) throw conflict('already_paid')
    // Money lies there that nothing was sold for: it goes back before more is asked.
    if (row.differs && !(await wentBack(trx, row))) throw conflict('payment_differs')
    const left = row.lapses_at.getTime() - Date.now()
    // Never opened, because the provider was away, it may be too short by now.
    const isOver = row.differs || row.lapsed_at !== null || left < (row.session ? 0 : SHORTEST - 60_000)
    if (!isOver && row.amount_cents !== amountCents) throw conflict('payment_changed')
    // Declined, the provider's page stands open for another card; only what is over is opened anew.
    if (!isOver) return row
    const anew = {
      tries: row.tries + 1,
      amount_cents: amountCents,
      description,
      lapses_at: lapses,
      ...{ session: null, url: null, intent: null, failed_at: null, lapsed_at: null, differs: false, received_cents: null },
    }
    if (row.differs) await keepApart(trx, row)
    await trx.from('payments_payments').where('id', row.id).update(anew)
    return { ...row, ...anew }
  })
}

const wentBack = async (trx: TransactionClientContract, { id }: PaymentRow): Promise<boolean> =>
  (await trx.from('payments_refunds').where('payment_id', id).whereNull('intent').whereNotNull('sent_at').first()) !== null

/** What went back was of a try that is over: the next one gives back what it was paid itself. */
async function keepApart(trx: TransactionClientContract, { id, intent }: PaymentRow): Promise<void> {
  await trx.from('payments_refunds').where('payment_id', id).whereNull('intent').whereNotNull('sent_at').update({ intent })
}

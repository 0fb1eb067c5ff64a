import { createHash } from 'node:crypto'
import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { AppError, conflict } from '#core/contract/errors'
import { currentCompanyId } from '#core/kit/scope'
import { platformUrl } from '#core/kit/settings'
import { MIN_CENTS, PAID_PARAM, type PaymentRequest } from '../../contract/index.js'
import { stripe } from '../stripe/provider.js'
import { type PaymentRow, findPayment } from './payments.js'
import { away } from './provider_errors.js'

/** The provider's minimum plus some time for the request. In milliseconds. */
const SHORTEST = 31 * 60_000

/** Opens a payment, or finds the open one of its key: see the contract. */
export async function openPayment(request: PaymentRequest): Promise<{ url: string }> {
  // The provider would refuse it too, with an unhelpful message.
  if (request.amountCents < MIN_CENTS) throw conflict('amount_too_small')
  const companyId = currentCompanyId()
  const payment = await prepared(request)
  if (payment.url) return { url: payment.url }
  const client = await stripe()
  const back = await platformUrl(request.returnPath)
  const paid = `${back}${back.includes('?') ? '&' : '?'}${PAID_PARAM}=1`
  const metadata = { company: String(companyId), key: request.key, try: String(payment.tries) }
  // Two requests, from two tabs or after a crash, get one session. A colleague with other details gets a separate one.
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

/** Its row with the attempt to open; `url` when it is open already. */
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
    // Received money for which nothing was sold: it is refunded before a new request.
    if (row.differs && !(await wentBack(trx, row))) throw conflict('payment_differs')
    const left = row.lapses_at.getTime() - Date.now()
    // An attempt that was never opened, because the provider was unreachable, may have too little time left.
    const isOver = row.differs || row.lapsed_at !== null || left < (row.session ? 0 : SHORTEST - 60_000)
    if (!isOver && row.amount_cents !== amountCents) throw conflict('payment_changed')
    // After a decline the provider's page stays open for another card; only an ended attempt is opened again.
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

/** Earlier refunds belong to an ended attempt: a new attempt can be refunded in full. */
async function keepApart(trx: TransactionClientContract, { id, intent }: PaymentRow): Promise<void> {
  await trx.from('payments_refunds').where('payment_id', id).whereNull('intent').whereNotNull('sent_at').update({ intent })
}

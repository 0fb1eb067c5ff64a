import { AppError, notFound } from '#core/contract/errors'
import { defineWebhook } from '#core/contract/webhooks'
import type { Fact } from '../services/facts.js'

/** The webhook of the provider (the specification fixes the path). */
export const webhook = defineWebhook({
  name: 'payments.webhook.store',
  path: '/public/booking/payment/webhook',
  read: async ({ body, header }) => {
    const { provider, stripe } = await import('./provider.js')
    const settings = provider()
    if (!settings) throw notFound()
    const { factOfEvent } = await import('./messages.js')
    const client = await stripe()
    let signed: unknown
    try {
      signed = client.webhooks.constructEvent(body, header('stripe-signature') ?? '', settings.webhookSecret)
    } catch (error) {
      // Signed, but no JSON.
      if (error instanceof SyntaxError) throw new AppError(400, 'malformed_event')
      throw new AppError(401, 'invalid_signature')
    }
    const { checkedEvent } = await import('./event_shape.js')
    const event = await checkedEvent(signed)
    const told = factOfEvent(event)
    return told && { id: event.id, companyId: told.companyId, content: told.fact }
  },
  handle: async (fact: Fact) => (await import('../services/facts.js')).applyFact(fact),
})

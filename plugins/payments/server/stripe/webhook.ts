import { AppError, notFound } from '#core/contract/errors'
import { defineInbox } from '#core/contract/inbox'
import type { Fact } from '../services/facts.js'

/** What the provider tells of payments (the path is the product's own). */
export const webhook = defineInbox({
  name: 'payments.webhook.store',
  path: '/public/booking/payment/webhook',
  read: async ({ body, header }) => {
    const { provider, stripe } = await import('./provider.js')
    const settings = provider()
    if (!settings) throw notFound()
    const { factOfEvent } = await import('./messages.js')
    const client = await stripe()
    let event
    try {
      event = client.webhooks.constructEvent(body, header('stripe-signature') ?? '', settings.webhookSecret)
    } catch {
      throw new AppError(401, 'invalid_signature')
    }
    const told = factOfEvent(event)
    return told && { id: event.id, companyId: told.companyId, content: told.fact }
  },
  handle: async (fact: Fact) => (await import('../services/facts.js')).takeFact(fact),
})

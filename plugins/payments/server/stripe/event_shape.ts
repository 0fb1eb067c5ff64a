import type Stripe from 'stripe'
import { AppError } from '#core/contract/errors'
import vine from '#core/kit/validation'

/** The limit of a column of cents. */
const MOST_CENTS = 2 ** 31 - 1
/** 1 January 2100, in seconds. A later time in an event is refused. */
const LATEST = 4_102_444_800

const cents = () => vine.number().withoutDecimals().range([0, MOST_CENTS]).nullable().optional()
/** An id, or the object with it. */
const reference = () => vine.any().use(isReference()).nullable().optional()
const isReference = vine.createRule((value, _options, field) => {
  const id = typeof value === 'object' && value !== null ? (value as { id?: unknown }).id : value
  if (typeof id !== 'string' || id.length > 255) field.report('No reference', 'reference', field)
})

/** The fields that are read from an event; the rest may have any form. */
const validator = vine.create({
  id: vine.string().minLength(1).maxLength(255),
  type: vine.string().maxLength(255),
  // Only an event of an account that is connected to ours has it.
  account: vine.string().maxLength(255).nullable().optional(),
  created: vine.number().withoutDecimals().range([0, LATEST]).optional(),
  data: vine.object({
    object: vine.object({
      metadata: vine.record(vine.string()).nullable().optional(),
      amount_total: cents(),
      amount_refunded: cents(),
      currency: vine.string().maxLength(10).nullable().optional(),
      payment_status: vine.string().nullable().optional(),
      status: vine.string().nullable().optional(),
      payment_intent: reference(),
    }),
  }),
})

/**
 * Validates the fields of a signed event: a signature proves the sender, not the content.
 * @throws AppError 400 malformed_event; 400 foreign_account for an event of another account, whose money is not ours
 */
export async function checkedEvent(event: unknown): Promise<Stripe.Event> {
  try {
    await validator.validate(event)
  } catch {
    throw new AppError(400, 'malformed_event')
  }
  const checked = event as Stripe.Event
  if (checked.account) throw new AppError(400, 'foreign_account')
  return checked
}

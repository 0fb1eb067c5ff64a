import logger from '@adonisjs/core/services/logger'
import { AppError } from '#core/contract/errors'

const OURS = new Set(['StripeInvalidRequestError', 'StripeIdempotencyError'])

/**
 * What a call to the provider failed with.
 * @throws AppError 502 payment_provider_away when it is not there, slow or does not know us; the error itself when the call was wrong
 */
export function away(error: unknown): never {
  const { type } = error as { type?: string }
  if (type && OURS.has(type)) throw error
  logger.warn({ err: error }, 'the provider of card payments did not answer')
  throw new AppError(502, 'payment_provider_away')
}

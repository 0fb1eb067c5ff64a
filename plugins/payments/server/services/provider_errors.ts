import logger from '@adonisjs/core/services/logger'
import { AppError } from '#core/contract/errors'

const OURS = new Set(['StripeInvalidRequestError', 'StripeIdempotencyError'])

/**
 * Converts the error of a call to the provider.
 * @throws AppError 502 payment_provider_away when it is down, slow or does not accept our key; the error itself when the call was wrong
 */
export function away(error: unknown): never {
  const { type } = error as { type?: string }
  if (type && OURS.has(type)) throw error
  logger.warn({ err: error }, 'the provider of card payments did not answer')
  throw new AppError(502, 'payment_provider_away')
}

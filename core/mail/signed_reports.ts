import { createHmac, timingSafeEqual } from 'node:crypto'
import { settings } from '../config/settings.js'
import { AppError, notFound } from '../contract/errors.js'

/** Calls older than this, or from the future, are refused, so that nobody can replay one. In seconds. */
const TOLERANCE = 300
const HEADER = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/

/** The signature of a call: HMAC-SHA256 of `<seconds>.<body>`, in hex. Pure. */
export const sealOfReport = (secret: string, seconds: number, body: string): string =>
  createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')

/**
 * Checks that a call is signed with MAIL_BOUNCE_SECRET.
 * @param body the raw bytes
 * @param header `X-Mail-Signature: t=<seconds>,v1=<signature>`
 * @throws AppError 404 where no secret is configured; 401 invalid_signature
 */
export async function assertSigned(body: string, header: string | undefined): Promise<void> {
  const { secret } = (await settings()).bounces
  if (!secret) throw notFound()
  const [, seconds, seal] = HEADER.exec(header ?? '') ?? []
  const isFresh = Math.abs(Date.now() / 1000 - Number(seconds)) <= TOLERANCE
  const isRight = seal && timingSafeEqual(Buffer.from(seal), Buffer.from(sealOfReport(secret, Number(seconds), body)))
  if (!isFresh || !isRight) throw new AppError(401, 'invalid_signature')
}

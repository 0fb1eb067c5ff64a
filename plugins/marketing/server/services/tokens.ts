import { timingSafeEqual } from 'node:crypto'
import { notFound } from '#core/contract/errors'
import { opaqueName } from '#core/kit/tokens'

type Purpose = 'click' | 'unsubscribe' | 'reminder'

const TOKEN = /^([1-9]\d{0,14})\.([\w-]{43})$/
const proofOf = (purpose: Purpose, recipient: number) => opaqueName(`marketing.${purpose}`, recipient)

/** The token of a link in a person's mail: a number signed by the platform, for one purpose. */
export const tokenOf = (purpose: Purpose, recipient: number) => `${recipient}.${proofOf(purpose, recipient)}`

/** The number in a token. @throws AppError 404 for a token that the platform did not sign, or signed for another purpose */
export function recipientOf(purpose: Purpose, token: string): number {
  const [, number, proof] = TOKEN.exec(token) ?? []
  if (!number || !proof) throw notFound()
  const recipient = Number(number)
  if (!timingSafeEqual(Buffer.from(proof), Buffer.from(proofOf(purpose, recipient)))) throw notFound()
  return recipient
}

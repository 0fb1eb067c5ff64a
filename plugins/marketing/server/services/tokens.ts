import { timingSafeEqual } from 'node:crypto'
import { notFound } from '#core/contract/errors'
import { opaqueName } from '#core/kit/tokens'

type Purpose = 'click' | 'unsubscribe'

const TOKEN = /^([1-9]\d{0,14})\.([\w-]{43})$/
const proofOf = (purpose: Purpose, recipient: number) => opaqueName(`marketing.${purpose}`, recipient)

/** What stands in the address of a link in somebody's mail: a number with the platform's own proof, for one purpose. */
export const tokenOf = (purpose: Purpose, recipient: number) => `${recipient}.${proofOf(purpose, recipient)}`

/** Whose link it is. @throws AppError 404 for a token that the platform did not make, or made for another purpose */
export function recipientOf(purpose: Purpose, token: string): number {
  const [, number, proof] = TOKEN.exec(token) ?? []
  if (!number || !proof) throw notFound()
  const recipient = Number(number)
  if (!timingSafeEqual(Buffer.from(proof), Buffer.from(proofOf(purpose, recipient)))) throw notFound()
  return recipient
}

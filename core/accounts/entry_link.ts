import type { HttpContext } from '@adonisjs/core/http'
import { type TokenPurpose, consumeToken, issueToken, readToken } from './tokens.js'
import { enter } from './entry.js'
import { sendPage } from '../pages/page.js'

const LINK: TokenPurpose = { name: 'core.entry', seconds: 600 }

interface LinkData {
  to: string
  framedBy: string[] | null
  /** How the person signs in; `core.link` when left out. */
  via?: string
}

export interface LinkSubject extends LinkData {
  userId: number
  membershipId: number
}

/**
 * Makes a link that signs one person in once, within ten minutes. The caller has checked who is asking.
 * @returns its path
 */
export async function entryLink({ userId, membershipId, to, framedBy, via }: LinkSubject): Promise<string> {
  const { token } = await issueToken(LINK, { userId, membershipId, data: { to, framedBy, ...(via && { via }) } })
  return `/enter/${token}`
}

/** Uses a link up and signs its person in. A used or expired link shows a message, also in the frame it was made for. */
export async function enterByLink(ctx: HttpContext, token: string): Promise<void> {
  // Mail programs open links before their reader does.
  if (ctx.request.method() === 'HEAD') return ctx.response.status(204).send(null)
  const known = await readToken(LINK, token)
  const data = known?.data as LinkData | undefined
  const subject = known?.state === 'open' ? await consumeToken(LINK, token) : null
  if (!subject?.membershipId || !data) {
    ctx.response.status(known ? 410 : 404)
    return sendPage(ctx, { error: known ? 'link' : 'not-found', framedBy: data?.framedBy ?? null })
  }
  const { to, framedBy, via = 'core.link' } = data
  return enter(ctx, { membershipId: subject.membershipId, via, ...(framedBy && { framedBy }) }, to)
}

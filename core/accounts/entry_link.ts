import type { HttpContext } from '@adonisjs/core/http'
import { type TokenPurpose, consumeToken, issueToken, readToken } from './tokens.js'
import { enter } from './entry.js'
import { sendPage } from '../pages/page.js'

const LINK: TokenPurpose = { name: 'core.entry', seconds: 600 }

interface LinkData {
  to: string
  framedBy: string[] | null
  /** How its person comes in; without it `core.link`. */
  via?: string
}

export interface LinkSubject extends LinkData {
  userId: number
  membershipId: number
}

/**
 * Makes a link that lets one person in once, within ten minutes: for whoever has made sure who asks.
 * @returns its path
 */
export async function entryLink({ userId, membershipId, to, framedBy, via }: LinkSubject): Promise<string> {
  const { token } = await issueToken(LINK, { userId, membershipId, data: { to, framedBy, ...(via && { via }) } })
  return `/enter/${token}`
}

/** Uses a link up and lets its person in; one that was used or is over says so, in the frame it was for too. */
export async function enterByLink(ctx: HttpContext, token: string): Promise<void> {
  // Somebody's mail program looks before its reader does.
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

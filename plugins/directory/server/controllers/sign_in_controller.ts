import type { HttpContext } from '@adonisjs/core/http'
import { AppError } from '#core/contract/errors'
import { confirmValidator } from '#plugins/directory/server/validators/directory'
import { ownCompany } from '#core/kit/companies'
import { inCompanyOfToken, inOpenCompany } from '#core/kit/scope'
import { limitCalls } from '#core/kit/calls'
import { type Admitted, enterFederated, provePassword } from '#core/kit/federation'
import { browserSecret, clearPending, clearSecret, storePending, storeSecret, pendingOf } from '../services/cookies.js'
import { memberOf } from '../services/link.js'
import { SignInProblem } from '../services/problem.js'
import { openProvider } from '../services/provider.js'
import { beginSignIn, finishSignIn } from '../services/sign_in.js'

const STARTS = { requests: 100, duration: '10 mins' }
const STATE = /^[\w-]{43}$/
const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** Sign-in with the company's own provider (OpenID Connect: authorization code, PKCE, state, nonce). */
export default class SignInController {
  /** GET /directory/sign_in?company=: redirects to the provider. */
  async start(ctx: HttpContext) {
    const company = text(ctx.request.qs().company).slice(0, 100)
    await orProblem(ctx, company, async () => {
      await limitCalls('directory.start', { ip: ctx.request.ip() }, STARTS)
      const begun = company ? await inOpenCompany({ plugin: 'directory', company }, () => beginSignIn()) : null
      if (!begun) throw new SignInProblem('closed')
      storeSecret(ctx, begun.secret, begun.seconds)
      ctx.response.redirect(begun.url)
    })
  }

  /** GET /directory/callback: back from the provider. */
  async callback(ctx: HttpContext) {
    const state = text(ctx.request.qs().state)
    const secret = browserSecret(ctx)
    clearSecret(ctx)
    // The address contained a code.
    ctx.response.header('Referrer-Policy', 'no-referrer')
    const back = () => orProblem(ctx, '', () => Promise.reject(new SignInProblem('expired')))
    if (!STATE.test(state)) return back()
    try {
      await inCompanyOfToken({ plugin: 'directory', table: 'directory_sign_ins', token: state }, async () => {
        const { loginId: company } = await ownCompany()
        await orProblem(ctx, company, async () => {
          const claimed = await finishSignIn(state, secret, new URL(ctx.request.url(true), 'https://here.invalid').search)
          const { createsPeople } = (await openProvider())!
          const admitted = await memberOf(claimed, createsPeople)
          if (admitted.kind === 'unproved') {
            storePending(ctx, { company, userId: admitted.userId, claimed })
            return ctx.response.redirect(`/aanmelden/bevestigen?company=${encodeURIComponent(company)}`)
          }
          ctx.response.redirect(await enter(ctx, company, admitted))
        })
      })
    } catch (error) {
      if (error instanceof AppError && error.status === 404) return back()
      throw error
    }
  }

  /** POST /api/directory/confirm: the account is used beyond this company, so its person confirms with the password. */
  async confirm(ctx: HttpContext) {
    const { password } = await ctx.request.validateUsing(confirmValidator)
    const pending = pendingOf(ctx)
    if (!pending) throw new AppError(409, 'confirm_expired')
    const to = await inOpenCompany({ plugin: 'directory', company: pending.company }, async () => {
      const provider = await openProvider()
      if (!provider || provider.access.issuer.replace(/\/$/, '') !== pending.claimed.issuer.replace(/\/$/, ''))
        throw new AppError(409, 'confirm_expired')
      await provePassword(pending.userId, password, ctx.request.ip())
      try {
        const admitted = await memberOf(pending.claimed, provider.createsPeople, pending.userId)
        if (admitted.kind === 'unproved') throw new AppError(409, 'confirm_expired')
        return await enter(ctx, pending.company, admitted)
      } catch (error) {
        throw error instanceof SignInProblem ? new AppError(409, error.reason) : error
      }
    })
    if (!to) throw new AppError(409, 'confirm_expired')
    clearPending(ctx)
    return { status: 'good' as const, to }
  }
}

/** @returns the page to open: the landing page, or the sign-in page for the second step (its token never reaches a server log) */
async function enter(ctx: HttpContext, company: string, admitted: Extract<Admitted, { kind: 'member' }>): Promise<string> {
  try {
    const entered = await enterFederated(ctx, admitted.membershipId)
    return 'home' in entered ? entered.home : `/login/${encodeURIComponent(company)}#${entered.step}=${entered.token}`
  } catch (error) {
    throw error instanceof AppError && error.status === 409 ? new SignInProblem(error.code) : error
  }
}

/** Sends the browser to the page that explains the problem. */
async function orProblem(ctx: HttpContext, company: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    const reason = error instanceof SignInProblem ? error.reason : error instanceof AppError && error.status === 429 ? 'too_many' : null
    if (!reason) throw error
    const query = new URLSearchParams({ ...(company && { company }), reason })
    ctx.response.redirect(`/aanmelden/probleem?${query.toString()}`)
  }
}

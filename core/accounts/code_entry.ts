import type { HttpContext } from '@adonisjs/core/http'
import type { Role } from '../contract/roles.js'
import { LANGUAGE_CHOICE_COOKIE, SESSION_COOKIE, readCookie } from '../http/cookies.js'
import { setSessionCookie } from '../http/session_token.js'
import { offeredLanguages } from '../i18n/catalogue.js'
import type { SecondStep } from './second_step.js'
import { signInByCode } from './sign_in_code.js'

/** `chooses_code`: the person still has the code that a supervisor issued. */
export type EnteredByCode = { status: 'good'; expires_at: string; role: Role; chooses_code: boolean } | SecondStep

/**
 * Signs in a person of the running company with their code and sets the cookie, or returns the second step that is needed first.
 * @param who as for `signInByCode`
 * @throws AppError as `signInByCode`
 */
export async function enterByCode(
  ctx: HttpContext,
  who: { membershipId: number | null; name: string },
  code: string,
): Promise<EnteredByCode> {
  const choice = readCookie(ctx, LANGUAGE_CHOICE_COOKIE)
  const signedIn = await signInByCode(who, {
    // Signing in again ends the browser's previous session.
    replaces: readCookie(ctx, SESSION_COOKIE),
    password: code,
    ip: ctx.request.ip(),
    userAgent: ctx.request.header('user-agent') ?? null,
    language: choice && offeredLanguages().includes(choice) ? choice : null,
  })
  if (signedIn.status === 'second_factor') return signedIn
  if (choice) ctx.response.clearCookie(LANGUAGE_CHOICE_COOKIE, { path: '/' })
  setSessionCookie(ctx, signedIn)
  return { status: 'good', expires_at: signedIn.expiresAt.toISOString(), role: signedIn.role, chooses_code: signedIn.choosesCode }
}

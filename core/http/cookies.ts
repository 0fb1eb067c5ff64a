import type { HttpContext } from '@adonisjs/core/http'

/** The session cookie; the server decides by it alone. httpOnly. */
export const SESSION_COOKIE = 'session'
/** The session of a frame on another site, partitioned per site. httpOnly. */
export const FRAMED_COOKIE = 'framed_session'
/** Half of the CSRF pair. httpOnly. */
export const CSRF_COOKIE = 'csrf'
/** The same half in a frame on another site's page. */
export const FRAMED_CSRF_COOKIE = 'framed_csrf'
/** Language picked by a visitor; only a hint. */
export const LANGUAGE_COOKIE = 'lang'
/** Language picked by a visitor before signing in; the sign-in saves it to the account. */
export const LANGUAGE_CHOICE_COOKIE = 'lang_choice'
/** `yes.<id>` or `no.<id>`: whether the person agreed to this tag manager. Written by the page (web/shell/measuring.ts). */
export const MEASURING_COOKIE = 'measuring'
/** Login id of the company this browser last visited; only a hint, for branding. */
export const COMPANY_COOKIE = 'company'

/**
 * Reads one raw cookie; an impossible value counts as missing. Ours hold random tokens or plain words, so the framework's parsing and
 * unsigning is not needed.
 */
export function readCookie(ctx: HttpContext, name: string): string | undefined {
  const header = ctx.request.request.headers.cookie
  if (!header) return undefined
  for (const part of header.split(';')) {
    const at = part.indexOf('=')
    if (at > 0 && part.slice(0, at).trim() === name) {
      try {
        const value = decodeURIComponent(part.slice(at + 1).trim())
        // None of ours contains a control character, and PostgreSQL accepts no NUL.
        return /\p{Cc}/u.test(value) ? undefined : value
      } catch {
        return undefined
      }
    }
  }
  return undefined
}

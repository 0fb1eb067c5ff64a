import type { HttpContext } from '@adonisjs/core/http'

/** The one cookie that counts: the server decides by it alone. httpOnly. */
export const SESSION_COOKIE = 'session'
/** The session of a frame on another site's page, kept apart for each such site. httpOnly. */
export const FRAMED_COOKIE = 'framed_session'
/** Half of the CSRF pair. httpOnly. */
export const CSRF_COOKIE = 'csrf'
/** The same half in a frame on another site's page. */
export const FRAMED_CSRF_COOKIE = 'framed_csrf'
/** Language picked by a visitor. A hint. */
export const LANGUAGE_COOKIE = 'lang'
/** Language picked by a visitor on their way in: at the sign-in it becomes the person's own. */
export const LANGUAGE_CHOICE_COOKIE = 'lang_choice'
/** `yes.<id>` or `no.<id>`: whether the person lets this tag manager measure. Written by the page (web/shell/measuring.ts). */
export const MEASURING_COOKIE = 'measuring'
/** Login id of the company this browser last visited. A hint, for branding. */
export const COMPANY_COOKIE = 'company'

/**
 * Reads one cookie as it came; one that cannot be ours is not there. Ours hold random tokens or plain words, so the
 * framework's parsing and unsigning of all of them would be paid for nothing.
 */
export function readCookie(ctx: HttpContext, name: string): string | undefined {
  const header = ctx.request.request.headers.cookie
  if (!header) return undefined
  for (const part of header.split(';')) {
    const at = part.indexOf('=')
    if (at > 0 && part.slice(0, at).trim() === name) {
      try {
        const value = decodeURIComponent(part.slice(at + 1).trim())
        // None of ours holds a control character, and no database takes a NUL.
        return /\p{Cc}/u.test(value) ? undefined : value
      } catch {
        return undefined
      }
    }
  }
  return undefined
}

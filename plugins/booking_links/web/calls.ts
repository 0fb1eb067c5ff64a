import { api, request } from '#web/api'
import type { VisitorView } from '../server/transformers/visitor_transformer.js'

const at = (token: string) => `/api/booking_links/at/${encodeURIComponent(token)}`

export const readLink = (token: string, language: string) => request<{ data: VisitorView }>(`${at(token)}?language=${language}`)
export const register = (token: string, email: string, language: string) =>
  api.bookingLinks.at.register({ params: { token }, body: { email, language: language as never } })
export const begin = (token: string, course: number) => api.bookingLinks.at.begin({ params: { token }, body: { course } })

const keyOf = (token: string) => `booking_links.${token}`

/** Which course somebody chose before they signed in; a browser may refuse to keep it, and they choose again. */
export function keepCourse(token: string, course: number): void {
  try {
    sessionStorage.setItem(keyOf(token), String(course))
  } catch {
    // See above.
  }
}

/** The chosen course, once. */
export function takeCourse(token: string): number | null {
  try {
    const kept = Number(sessionStorage.getItem(keyOf(token)))
    sessionStorage.removeItem(keyOf(token))
    return kept || null
  } catch {
    return null
  }
}

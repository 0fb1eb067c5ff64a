import type { Language } from '#core/contract/languages'
import { api, request } from '#web/api'
import type { VisitorView } from '../server/transformers/visitor_transformer.js'

const at = (token: string) => `/api/booking_links/at/${encodeURIComponent(token)}`

export const readLink = (token: string, language: string) => request<{ data: VisitorView }>(`${at(token)}?language=${language}`)
export const register = (token: string, email: string, language: Language) =>
  api.bookingLinks.at.register({ params: { token }, body: { email, language } })
export const begin = (token: string, course: number) => api.bookingLinks.at.begin({ params: { token }, body: { course } })

const keyOf = (token: string) => `booking_links.${token}`

/** Stores the course that a person chose before they signed in. A browser may refuse to store it; then they choose again. */
export function storeChosenCourse(token: string, course: number): void {
  try {
    sessionStorage.setItem(keyOf(token), String(course))
  } catch {
    // The browser refuses to store it; the person chooses again.
  }
}

/** Reads the chosen course and deletes it. */
export function takeCourse(token: string): number | null {
  try {
    const kept = Number(sessionStorage.getItem(keyOf(token)))
    sessionStorage.removeItem(keyOf(token))
    return kept || null
  } catch {
    return null
  }
}

import { request } from '#web/api'
import type { EntranceView } from '../server/transformers/direct_access.js'

/** The data that a person entered at an entrance; stored in the tab until they are in the course. */
export interface Given {
  code: string
  number: string
  course: number | null
}

export const NOTHING: Given = { code: '', number: '', course: null }

export type Entered = { outcome: 'course'; participation_id: number } | { outcome: 'done'; proof: string } | { outcome: 'waiting' }

const at = (token: string) => `/api/direct_access/at/${encodeURIComponent(token)}`
const post = <A>(path: string, body: object) => request<A>(path, { method: 'POST', body })

export const readEntrance = (token: string) => request<{ data: EntranceView }>(at(token))
export const checkGiven = (token: string, { code, number }: Given) => post<{ status: 'good' }>(`${at(token)}/check`, { code, number })
export const register = (token: string, { code, number }: Given, email: string, language: string) =>
  post<{ message: 'code_sent' | 'code_sent_before'; company: string }>(`${at(token)}/register`, { code, number, email, language })
export const enter = (token: string, { code, number, course }: Given) =>
  post<{ data: Entered }>(`${at(token)}/enter`, { code, number, course_id: course })

const keyOf = (token: string) => `direct_access.${token}`

/** A browser may refuse to store anything: then the form is shown again. */
export function storeInput(token: string, given: Given): void {
  try {
    sessionStorage.setItem(keyOf(token), JSON.stringify(given))
  } catch {
    // The form is shown again, as above.
  }
}

export function storedInput(token: string): Given | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(token)) ?? 'null')
    return kept && typeof kept === 'object' ? { ...NOTHING, ...kept } : null
  } catch {
    return null
  }
}

export function clearStoredInput(token: string): void {
  try {
    sessionStorage.removeItem(keyOf(token))
  } catch {
    // Nothing was stored.
  }
}

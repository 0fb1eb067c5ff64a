import type { RegistrationField } from '#core/contract/registration'
import { request } from '#web/api'

export interface RegistrationState {
  company: { name: string; login_id: string }
  fields: RegistrationField[]
  registration: {
    step: 'code' | 'details'
    email: string
    firstname: string
    infix: string | null
    lastname: string
    asks_password: boolean
    is_member: boolean
  } | null
}

export interface Target {
  token: string | null
  /** Login id of the page's company, or what the person typed. */
  company: string | null
  role: 'leerling' | 'beheerder'
  /** Started elsewhere (direct access): the browser's own registration defines the company and role. */
  begun?: boolean
}

export type Sent = { message: 'code_sent' | 'code_sent_before' }

/** The same limit as on the server: no other mail is sent sooner. */
export const PAUSE_SECONDS = 45

const post = <A>(path: string, body: object) => request<A>(path, { method: 'POST', body })

export function readState({ token, company, role, begun }: Target): Promise<RegistrationState> {
  const asked = new URLSearchParams({ role, ...(token && { token }), ...(company && { company }), ...(begun && { begun: '1' }) })
  return request<RegistrationState>(`/api/registration/state?${asked}`)
}

export const start = (target: Target, email: string, language: string) =>
  post<Sent>('/api/registration/start', { ...target, email, language })

/** A code as people type it, possibly with a space in the middle. */
export const digitsOf = (code: string) => code.replaceAll(/\s/g, '')

export const verify = (code: string) => post<{ status: 'good' }>('/public/register/verify', { code: digitsOf(code) })

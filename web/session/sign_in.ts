import type { IdentifiedUser } from '#core/contract/bootstrap'
import type { Role } from '#core/contract/roles'
import { ApiError, request } from '#web/api'
import { bootstrap } from '../boot/bootstrap.js'
import { createSignal } from '../boot/signal.js'
import { store } from '../boot/store.js'
import { loggedInAtom, userAtom } from './atoms.js'
import { startSession } from './lifecycle.js'

export interface Credentials {
  email: string
  password: string
}

export interface SignedIn {
  expires_at: string
  role: Role
}

/** The password was right, and a second step comes before the session: a code, or setting one up. */
export interface SecondStepAsked {
  status: 'second_factor'
  step: 'code' | 'enrol'
  token: string
}

export const needsSecondStep = (answer: SignedIn | SecondStepAsked): answer is SecondStepAsked => 'token' in answer

/** The session continues: somebody signed in again in place, here or in another tab. */
export const sessionRenewed = createSignal()

/**
 * Signs in to the company of this page (section 7).
 * @throws ApiError 401 with `wrong_password_or_email` at the field `password`
 */
export async function requestSignIn({ email, password }: Credentials): Promise<SignedIn | SecondStepAsked> {
  try {
    return await request<SignedIn | SecondStepAsked>('/public/auth/login/', {
      method: 'POST',
      body: { email, password, company: bootstrap.branding.loginId },
    })
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'wrong_password_or_email') throw error
    throw new ApiError(error.status, error.code, [{ field: 'password', rule: error.code }], error.retryAfter)
  }
}

/**
 * Signs the person of this page in again without leaving it; other tabs are told. Only for a person with an e-mail address.
 * @throws ApiError as `requestSignIn`
 */
export async function signInAgain(password: string): Promise<SignedIn | SecondStepAsked> {
  const answer = await requestSignIn({ email: store.get(userAtom)!.email ?? '', password })
  if (!needsSecondStep(answer)) goOn(answer)
  return answer
}

/** The page continues in the session that was just opened. */
export function goOn(signedIn: SignedIn): void {
  startSession(signedIn.role, signedIn.expires_at)
  store.set(loggedInAtom, true)
  sessionRenewed.emit()
}

/** Tells people on one device apart: by address and company, or by membership for a person without an address. */
export const personKey = ({ email, company_name: company, memberships }: IdentifiedUser): string =>
  `${email ?? memberships.find(({ current }) => current)?.id ?? ''}|${company}`

/** Whether the server's session is that of this page's person and company. */
export async function isStillTheSame(): Promise<boolean> {
  const shown = store.get(userAtom)
  const now = await request<IdentifiedUser>('/user/identify').catch(() => null)
  return now !== null && shown !== null && personKey(now) === personKey(shown) && now.user_role === shown.user_role
}

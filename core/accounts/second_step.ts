import { createHash } from 'node:crypto'
import db from '@adonisjs/lucid/services/db'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { AppError, conflict } from '../contract/errors.js'
import type { Role } from '../contract/roles.js'
import { isAdminRole } from '../contract/roles.js'
import { sendMail } from '../mail/mail_service.js'
import { asSystem } from '../tenancy/scope.js'
import { type RelyingParty, addPasskey, passkeyOptions, signingOptions, verifyPasskey } from './passkeys.js'
import {
  type Enrolment,
  type SecondFactorRule,
  beginEnrolment,
  confirmEnrolment,
  secondFactorOnMail,
  verifySecondFactor,
} from './second_factor.js'
import { type OpenedSession, createSession } from './session_store.js'
import { toPerson } from './to_person.js'
import { consumeToken, issueToken, readToken } from './tokens.js'

/** Issued between the password and the code. It opens nothing by itself. */
const SECOND_STEP = { name: 'second_step', seconds: 10 * 60 }

/** `code`: the person has a second factor. `enrol`: the company requires one to be set up first. */
export type Step = 'code' | 'enrol'

/** The answer to a sign-in instead of a session. */
export interface SecondStep {
  status: 'second_factor'
  step: Step
  token: string
}

interface Person {
  second_factor_at: Date | null
  second_factor: SecondFactorRule | null
  role: Role | null
}

/** The step that follows a correct password; null when there is none. */
export function stepOf({ second_factor_at: has, second_factor: rule, role }: Person): Step | null {
  if (has) return 'code'
  return rule === 'demanded' && (role === 'beheerder' || (role !== null && isAdminRole(role))) ? 'enrol' : null
}

interface Known {
  userId: number
  membershipId: number | null
  /** The hash against which the password was verified; null for a person without one, who was identified in another way. */
  passwordHash: string | null
  /** How the person signs in, when not by a password. */
  via?: string
}

const digest = (hash: string | null) =>
  createHash('sha256')
    .update(hash ?? '')
    .digest('base64url')

/** Called after a correct password or another identification. Returns the answer that asks for the second step. */
export async function beginSecondStep({ userId, membershipId, passwordHash, via }: Known, step: Step): Promise<SecondStep> {
  const data = { step, password: digest(passwordHash), ...(via && { via }) }
  const { token } = await issueToken(SECOND_STEP, { userId, membershipId, data })
  return { status: 'second_factor', step, token }
}

interface Asked {
  userId: number
  membershipId: number | null
  companyId: number | null
  companyName: string | null
  /** Their address, or their name without one. */
  label: string
  password: string | null
  role: Role
  step: Step
  via: string | undefined
}

/** @throws AppError 401 second_step_expired for a token that is unknown, used, too old, or older than the current password */
async function asked(token: string): Promise<Asked> {
  const known = await readToken(SECOND_STEP, token)
  const data = known?.data as { step: Step; password: string; via?: string } | null | undefined
  if (!known || known.state !== 'open' || !data) throw new AppError(401, 'second_step_expired')
  const row = await asSystem('second_step.person', () =>
    db
      .from('core_users as u')
      .leftJoin('core_memberships as m', 'm.id', db.raw('?', [known.membershipId as number]))
      .leftJoin('core_companies as c', 'c.id', 'm.company_id')
      .where('u.id', known.userId)
      // The person was deactivated since, so the token is not accepted, also not after they are activated again.
      .where((open) => void open.whereNull('m.id').orWhere('m.status', 'active'))
      .select(
        'u.password',
        'u.platform_role',
        'm.role',
        'm.company_id',
        'c.name',
        db.raw(`coalesce(core_mailbox(u.email), core_full_name(u.firstname, u.infix, u.lastname), '') as label`),
      )
      .first(),
  )
  if (!row || (!row.password && !data.via) || digest(row.password) !== data.password) throw new AppError(401, 'second_step_expired')
  return {
    userId: known.userId,
    membershipId: known.membershipId,
    companyId: row.company_id,
    companyName: row.name,
    label: row.label,
    password: row.password,
    role: row.role ?? row.platform_role,
    step: data.step,
    via: data.via,
  }
}

interface From {
  ip: string
  userAgent: string | null
  /** The browser's previous session. */
  replaces?: string | undefined
}

/**
 * The second step: a code of the app, or a recovery code.
 * @throws AppError 401 second_step_expired; as verifySecondFactor
 */
export async function finishSecondStep(token: string, code: string, from: From): Promise<OpenedSession & { role: Role }> {
  const person = await asked(token)
  if (person.step !== 'code') throw new AppError(401, 'second_step_expired')
  await verifySecondFactor(person.userId, code)
  return open(token, person, from)
}

/** Starts enrolment where the company requires it: the QR code to scan. @throws AppError 401 second_step_expired */
export async function enrolAtSignIn(token: string): Promise<Enrolment> {
  const person = await asked(token)
  if (person.step !== 'enrol') throw new AppError(401, 'second_step_expired')
  return beginEnrolment(person.userId, { label: person.label, issuer: person.companyName ?? 'Platform' })
}

/** Confirms that enrolment with its first code. @returns the session and the recovery codes. @throws AppError 401; as confirmEnrolment */
export async function confirmAtSignIn(token: string, code: string, from: From): Promise<OpenedSession & { role: Role; codes: string[] }> {
  const person = await asked(token)
  if (person.step !== 'enrol') throw new AppError(401, 'second_step_expired')
  const codes = await confirmEnrolment(person.userId, code)
  const session = await open(token, person, from)
  await toPerson(person, (to) => db.transaction((trx) => sendMail(trx, secondFactorOnMail.trigger, { to })))
  return { ...session, codes }
}

/** Returns the methods for the second step on this host: a code of an app, a passkey. @throws AppError 401 second_step_expired */
export async function waysOfSecondStep(token: string, rp: RelyingParty | null) {
  const { userId, step } = await asked(token)
  if (step === 'enrol') return { app: false, passkey: null, may_make_passkey: rp !== null }
  const app = await asSystem('second_step.ways', () =>
    db.from('core_second_factors').where('user_id', userId).whereNotNull('confirmed_at').select('id').first(),
  )
  return { app: app !== null, passkey: await signingOptions(token, userId, rp), may_make_passkey: false }
}

/** The second step with a passkey. @throws AppError 401 second_step_expired; 422 on `response` (passkey_refused) */
export async function finishWithPasskey(
  token: string,
  response: AuthenticationResponseJSON,
  rp: RelyingParty | null,
  from: From,
): Promise<OpenedSession & { role: Role }> {
  const person = await asked(token)
  if (person.step !== 'code') throw new AppError(401, 'second_step_expired')
  await verifyPasskey({ userId: person.userId, token, response }, rp)
  return open(token, person, from)
}

/**
 * Starts enrolment with a passkey where the company requires a second factor. @throws AppError 401 second_step_expired; as passkeyOptions
 */
export async function makePasskeyAtSignIn(token: string, rp: RelyingParty | null) {
  const person = await asked(token)
  if (person.step !== 'enrol') throw new AppError(401, 'second_step_expired')
  return passkeyOptions(token, { userId: person.userId, label: person.label, name: person.companyName ?? 'Platform' }, rp)
}

/**
 * Confirms that enrolment with the passkey the browser created. @returns the session and the recovery codes. @throws AppError 401; 409
 * second_factor_on; 422 on `response`
 */
export async function storePasskeyAtSignIn(
  { token, ...made }: { token: string; name: string; response: RegistrationResponseJSON },
  rp: RelyingParty | null,
  from: From,
): Promise<OpenedSession & { role: Role; codes: string[] }> {
  const person = await asked(token)
  if (person.step !== 'enrol') throw new AppError(401, 'second_step_expired')
  const codes = await asSystem('second_step.passkey', () =>
    db.transaction(async (trx) => {
      const added = await addPasskey(trx, person.userId, { token, ...made }, rp)
      if (!added) throw conflict('second_factor_on')
      return added
    }),
  )
  const session = await open(token, person, from)
  await toPerson(person, (to) => db.transaction((trx) => sendMail(trx, secondFactorOnMail.trigger, { to })))
  return { ...session, codes }
}

async function open(token: string, person: Asked, { ip, userAgent, replaces }: From): Promise<OpenedSession & { role: Role }> {
  // Works once, also for concurrent requests.
  if (!(await consumeToken(SECOND_STEP, token))) throw new AppError(401, 'second_step_expired')
  const { userId, companyId, membershipId, password: passwordHash, role, via } = person
  const how = { ...(passwordHash && { passwordHash }), ...(via && { via }) }
  const session = await createSession({ userId, companyId, membershipId, userAgent, address: ip, replaces, ...how })
  return { ...session, role }
}

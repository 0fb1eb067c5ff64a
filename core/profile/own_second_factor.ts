import db from '@adonisjs/lucid/services/db'
import { fullName } from '../contract/full_name.js'
import { conflict, forbidden } from '../contract/errors.js'
import {
  type Enrolment,
  beginEnrolment,
  confirmEnrolment,
  removeSecondFactor,
  renewRecoveryCodes,
  secondFactorOffMail,
  secondFactorOnMail,
  verifySecondFactor,
} from '../accounts/second_factor.js'
import { stepOf } from '../accounts/second_step.js'
import { inOwnScope, toPerson } from '../accounts/to_person.js'
import { settingsOf } from '../companies/settings_store.js'
import { sendMail } from '../mail/mail_service.js'
import { recordAudit } from '../privacy/audit.js'
import { coreSettings } from '../settings.js'
import { asSystem } from '../tenancy/scope.js'
import type { Session } from '../tenancy/session.js'
import { confirmPassword } from './own_password.js'

export interface OwnSecondFactor {
  /** Whether it can be turned on here: the company decides; admins always can. */
  offered: boolean
  /** Whether the company requires it of this person, so that it cannot be turned off. */
  demanded: boolean
  on: boolean
  /** Unused recovery codes. */
  codes_left: number
}

const ruleOf = async ({ companyId }: Session) =>
  companyId ? inOwnScope({ companyId }, async () => (await settingsOf(coreSettings)).second_factor) : 'allowed'

/** The state of the caller's second factor. */
export async function ownSecondFactor(session: Session): Promise<OwnSecondFactor> {
  const rule = await ruleOf(session)
  return asSystem('second_factor.own', async () => {
    const user = await db.from('core_users').where('id', session.userId).select('second_factor_at').firstOrFail()
    const [{ left }] = await db.from('core_recovery_codes').where('user_id', session.userId).whereNull('used_at').count('* as left')
    const on = user.second_factor_at !== null
    return {
      on,
      offered: on || rule !== 'off',
      demanded: stepOf({ second_factor_at: null, second_factor: rule, role: session.role }) === 'enrol',
      codes_left: Number(left),
    }
  })
}

/** Starts the setup, after the password. @throws AppError as confirmPassword; 403 where it is not offered; 409 second_factor_on */
export async function beginOwn(session: Session, current: string, ip: string): Promise<Enrolment> {
  if ((await ruleOf(session)) === 'off') throw forbidden()
  await confirmPassword(session, current, ip)
  return beginEnrolment(session.userId, {
    label: session.row.email ?? fullName(session.row),
    issuer: session.row.company_name ?? 'Platform',
  })
}

/**
 * Turns it on with a first code. Other sessions, which signed in without it, end. @returns recovery codes. @throws AppError as
 * confirmEnrolment
 */
export async function confirmOwn(session: Session, code: string): Promise<string[]> {
  if (session.framedBy) throw forbidden()
  const codes = await confirmEnrolment(session.userId, code)
  await asSystem('second_factor.sessions', () =>
    db.from('core_sessions').where('user_id', session.userId).whereNot('id', session.id).delete(),
  )
  await toPerson(session, (to) => db.transaction((trx) => sendMail(trx, secondFactorOnMail.trigger, { to })))
  return codes
}

/** New recovery codes, after a code of the app or an earlier recovery code. @throws AppError as verifySecondFactor; 403 in a frame */
export async function renewOwnCodes(session: Session, code: string): Promise<string[]> {
  if (session.framedBy) throw forbidden()
  await verifySecondFactor(session.userId, code)
  return asSystem('second_factor.codes', () => db.transaction((trx) => renewRecoveryCodes(trx, session.userId)))
}

/** Turns it off, after the password. @throws AppError as confirmPassword; 409 second_factor_demanded */
export async function removeOwn(session: Session, current: string, ip: string): Promise<void> {
  if ((await ownSecondFactor(session)).demanded) throw conflict('second_factor_demanded')
  await confirmPassword(session, current, ip)
  await asSystem('second_factor.off', () => db.transaction((trx) => removeSecondFactor(trx, session.userId)))
  await toPerson(session, (to) => db.transaction((trx) => sendMail(trx, secondFactorOffMail.trigger, { to })))
}

/** Whether a member has a second factor. In the scope of their company. */
export async function hasSecondFactor(membershipId: number): Promise<boolean> {
  const userId = await userOf(membershipId)
  const row = await asSystem('second_factor.of', () => db.from('core_users').where('id', userId).select('second_factor_at').firstOrFail())
  return row.second_factor_at !== null
}

async function userOf(membershipId: number): Promise<number> {
  const row = await db.from('core_memberships').where('id', membershipId).select('user_id').firstOrFail()
  return row.user_id as number
}

/** Whether the account also gives access outside this company. */
async function reachesFurther(userId: number, companyId: number): Promise<boolean> {
  const { rows } = await asSystem('second_factor.reach', () =>
    db.rawQuery<{ rows: unknown[] }>(
      `select 1 from core_users u where u.id = ? and (u.platform_role is not null
          or exists (select 1 from core_memberships m where m.user_id = u.id and m.company_id <> ? and m.status = 'active'))`,
      [userId, companyId],
    ),
  )
  return rows.length > 0
}

/**
 * Removes the second factor of a person who lost theirs; audited, and the person is told. In the scope of their company.
 * @throws AppError 404; 409 own_second_factor, since one's own is turned off with the password; second_factor_elsewhere for a supervisor
 * when it also protects another company or the platform
 */
export async function resetSecondFactor(session: Session, membershipId: number): Promise<void> {
  const userId = await userOf(membershipId)
  if (userId === session.userId) throw conflict('own_second_factor')
  if (!session.isAdmin && (await reachesFurther(userId, session.companyId!))) throw conflict('second_factor_elsewhere')
  const had = await asSystem('second_factor.reset', () => db.transaction((trx) => removeSecondFactor(trx, userId)))
  if (!had) return
  await db.transaction(async (trx) => {
    await recordAudit(trx, session, { action: 'second_factor.reset', reason: 'people.second_factor', details: { membershipId } })
    await sendMail(trx, secondFactorOffMail.trigger, { to: { member: membershipId } })
  })
}

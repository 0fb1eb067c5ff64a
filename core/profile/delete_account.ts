import { randomUUID } from 'node:crypto'
import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { holdTokens } from '../accounts/tokens.js'
import { conflict } from '../contract/errors.js'
import { addressWithoutMailbox } from '../contract/mail.js'
import { enqueue } from '../jobs/boss.js'
import { holdSupervisors } from '../people/held_member.js'
import { forgetUser } from '../privacy/core_data.js'
import { erasePerson } from '../privacy/person.js'
import { asSystem } from '../tenancy/scope.js'
import type { Session } from '../tenancy/session.js'
import { confirmPassword } from './own_password.js'

/** The job that erases somebody who asked for it: tried again until it is done. */
export const ERASE_ACCOUNT = 'core.account.erase'

interface OwnMembership {
  id: number
  company_id: number
  company_name: string
  role: string
}

/**
 * What stands in the way of deleting an account, and where it reaches.
 * @returns `companies` by name; `refused`: last_supervisor of `company`, or last_admin
 */
export async function deletionOf({
  userId,
}: Session): Promise<{ companies: string[]; refused: { code: string; company: string | null } | null }> {
  return asSystem('account.deletion', async () => {
    const own = await ownMemberships(db, userId)
    return { companies: own.map((one) => one.company_name), refused: await refusal(db, userId, own) }
  })
}

type Client = Pick<TransactionClientContract, 'from'>

const ownMemberships = (client: Client, userId: number): Promise<OwnMembership[]> =>
  client
    .from('core_memberships as m')
    .join('core_companies as c', 'c.id', 'm.company_id')
    .where('m.user_id', userId)
    .orderBy('c.id')
    .select('m.id', 'm.company_id', 'm.role', 'c.name as company_name') as unknown as Promise<OwnMembership[]>

/** A company without a supervisor can let nobody in, and a platform without an admin cannot mend that. */
async function refusal(
  client: Client,
  userId: number,
  own: readonly OwnMembership[],
): Promise<{ code: string; company: string | null } | null> {
  for (const { company_id: companyId, company_name: company, role } of own) {
    if (role !== 'beheerder') continue
    const other = await client
      .from('core_memberships')
      .where({ company_id: companyId, role: 'beheerder', status: 'active' })
      .whereNot('user_id', userId)
      .select('id')
      .first()
    if (!other) return { code: 'last_supervisor', company }
  }
  const me = await client.from('core_users').where('id', userId).select('platform_role').first()
  if (me?.platform_role !== 'admin') return null
  const other = await client.from('core_users').where('platform_role', 'admin').whereNot('id', userId).select('id').first()
  return other ? null : { code: 'last_admin', company: null }
}

/**
 * Deletes one's own account, in all companies: from this moment nobody comes in with it, its address is free to register again, and a
 * job erases what every plugin keeps.
 * Two last supervisors at once: the second is refused.
 * @throws AppError as confirmPassword; 409 last_supervisor (details.company), last_admin
 */
export async function deleteAccount(session: Session, { current, ip }: { current: string; ip: string }): Promise<void> {
  const password = await confirmPassword(session, current, ip)
  await asSystem('account.delete', () =>
    db.transaction(async (trx) => {
      await holdTokens(trx, [session.userId])
      // Two that leave the same companies at once wait for one another and no longer.
      const own = await ownMemberships(trx, session.userId)
      const companies = own.map(({ company_id: id }) => id)
      await holdSupervisors(trx, companies)
      if (session.isAdmin) await trx.from('core_users').whereNotNull('platform_role').orderBy('id').forUpdate().select('id')
      const refused = await refusal(trx, session.userId, await ownMemberships(trx, session.userId))
      if (refused) throw conflict(refused.code, { company: refused.company })
      const held = await trx
        .from('core_users')
        .where({ id: session.userId, password })
        .update({
          password: null,
          platform_role: null,
          deleted_at: trx.raw('now()'),
          deleted_email: trx.raw('email'),
          // Random, so that nobody can take it beforehand.
          email: addressWithoutMailbox(`deleted${randomUUID()}`),
        })
      if (!Number(held)) throw conflict('password_changed')
      await trx.from('core_memberships').where('user_id', session.userId).update({ status: 'inactive', last_seen_at: new Date() })
      await trx.from('core_sessions').where('user_id', session.userId).delete()
      await trx.from('core_tokens').where('user_id', session.userId).delete()
      await enqueue(ERASE_ACCOUNT, [{ companyId: null, userId: session.userId, memberships: own.map(({ id }) => id) }], trx)
    }),
  )
}

/**
 * The job `core.account.erase`: each membership with what the plugins keep, and with the last one the person. Goes on where it was cut
 * off. Who registers again has another account, which this leaves alone.
 * @param memberships those that there were when the account was deleted
 */
export async function eraseAccount({ userId, memberships }: { userId: number; memberships: readonly number[] }): Promise<void> {
  const rows: { id: number; company_id: number }[] = await asSystem('account.erase', () =>
    db
      .from('core_memberships')
      .where('user_id', userId)
      .whereIn('id', [...memberships])
      .orderBy('id')
      .select('id', 'company_id'),
  )
  for (const { id, company_id: companyId } of rows) await erasePerson({ companyId, membershipId: id }, null)
  // An admin without a company has no membership whose end takes the person along.
  await asSystem('account.erase', () =>
    db.transaction(async (trx) => {
      await trx.from('core_users').where('id', userId).forUpdate().select('id')
      if (!(await trx.from('core_memberships').where('user_id', userId).select('id').first())) await forgetUser(trx, userId)
    }),
  )
}

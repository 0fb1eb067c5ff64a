import { randomUUID } from 'node:crypto'
import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { holdTokens } from '../accounts/tokens.js'
import { conflict } from '../contract/errors.js'
import { addressWithoutMailbox } from '../contract/mail.js'
import { enqueue } from '../jobs/boss.js'
import { lockSupervisors } from '../people/lock_members.js'
import { deleteUserData } from '../privacy/core_data.js'
import { erasePerson } from '../privacy/person.js'
import { asSystem } from '../tenancy/scope.js'
import type { Session } from '../tenancy/session.js'
import { confirmPassword } from './own_password.js'

/** The job that erases a deleted account. Retried until it succeeds. */
export const ERASE_ACCOUNT = 'core.account.erase'

interface OwnMembership {
  id: number
  company_id: number
  company_name: string
  role: string
}

/**
 * Whether an account can be deleted, and in which companies it is used.
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

/** Without a supervisor a company can add nobody, and without an admin nobody can repair that. */
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
 * Deletes the caller's own account in all companies. It can no longer sign in, its address can be registered again at once, and a job
 * erases what every plugin stored. When the last two supervisors of a company delete theirs concurrently, the second is refused.
 * @throws AppError as confirmPassword; 409 last_supervisor (details.company), last_admin
 */
export async function deleteAccount(session: Session, { current, ip }: { current: string; ip: string }): Promise<void> {
  const password = await confirmPassword(session, current, ip)
  await asSystem('account.delete', () =>
    db.transaction(async (trx) => {
      await holdTokens(trx, [session.userId])
      // Locks only these companies, so deletions elsewhere do not wait.
      const own = await ownMemberships(trx, session.userId)
      const companies = own.map(({ company_id: id }) => id)
      await lockSupervisors(trx, companies)
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
          // Random, so that nobody can register it beforehand.
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
 * The job `core.account.erase`: erases each membership with the plugins' data, and the person with the last one. Continues after an
 * interruption. A new account with the same address is not touched.
 * @param memberships those at the time of the deletion
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
  // An admin without a company has no membership whose end would delete the person.
  await asSystem('account.erase', () =>
    db.transaction(async (trx) => {
      await trx.from('core_users').where('id', userId).forUpdate().select('id')
      if (!(await trx.from('core_memberships').where('user_id', userId).select('id').first())) await deleteUserData(trx, userId)
    }),
  )
}

import { randomUUID } from 'node:crypto'
import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { invitationRequested } from '../accounts/invitation.js'
import { invalid } from '../contract/errors.js'
import type { GivenName } from '../contract/full_name.js'
import { addressWithoutMailbox } from '../contract/mail.js'
import type { Role } from '../contract/roles.js'
import { emitAll } from '../events/outbox.js'
import { IS_UNFINISHED, PLACEHOLDER_NAMES } from '../registration/unfinished.js'
import { asSystem, currentCompanyId } from '../tenancy/scope.js'
import type { Session } from '../tenancy/session.js'

/** The roles that a supervisor may give. */
export type MemberRole = Exclude<Role, 'admin' | 'mini_admin'>

export interface NewMember extends GivenName {
  /** Null for a person without one, who signs in by personnel number (`issueSignInCode`). */
  email: string | null
  /** `yyyy-mm-dd`. */
  birthdate: string | null
  language: string
  role: MemberRole
}

interface AddOptions {
  /** Mails the invitation after the commit; otherwise it is sent later. */
  invite: boolean
}

/**
 * Adds people to the running company in the caller's transaction. Each is invited and becomes active by accepting. An address with an
 * account anywhere is refused, because adding it would reveal that person's name and date of birth. An address of an unfinished
 * registration is free. A person without an address gets no invitation.
 * @returns the membership of each, in the given order; null where the address has an account
 * @throws MissingScopeError outside a company's scope
 */
export async function addMembers(
  trx: TransactionClientContract,
  session: Session,
  people: readonly NewMember[],
  { invite }: AddOptions,
): Promise<(number | null)[]> {
  if (!people.length) return []
  const companyId = currentCompanyId()
  const given = people.map((person, nr) => ({ nr, ...person, email: person.email ?? addressWithoutMailbox(randomUUID()) }))
  const { rows } = await trx.rawQuery<{ rows: { nr: number; membership_id: number }[] }>(
    'select nr, membership_id from core_add_members(?::jsonb, ?)',
    [JSON.stringify(given), session.userId],
  )
  const added = new Map(rows.map(({ nr, membership_id: id }) => [nr, id]))
  const ids = [...added.values()]
  if (ids.length) {
    await trx.rawQuery(
      `select core_note_audit(?, ?, 'member.added', 'people.add', jsonb_build_object('membershipId', m)) from unnest(?::bigint[]) m`,
      [session.userId, companyId, ids as never],
    )
    const invited = people.flatMap(({ email }, nr) => (email === null ? [] : (added.get(nr) ?? [])))
    if (invite && invited.length)
      await emitAll(
        trx,
        invitationRequested,
        invited.map((membershipId) => ({ membershipId })),
      )
  }
  return people.map((_, nr) => added.get(nr) ?? null)
}

/**
 * Adds one person in its own transaction, as `addMembers`.
 * @param within saves more about them in the same transaction
 * @returns the membership's id
 * @throws AppError 422 on `email` (email_in_use)
 */
export async function addMember(
  session: Session,
  person: NewMember,
  { within, ...options }: AddOptions & { within?: (trx: TransactionClientContract, membershipId: number) => Promise<void> },
): Promise<number> {
  return db.transaction(async (trx) => {
    const [membershipId] = await addMembers(trx, session, [person], options)
    if (!membershipId) throw invalid('email', 'email_in_use')
    await within?.(trx, membershipId)
    return membershipId
  })
}

/** Returns the addresses that have an account, in lower case. */
export async function existingEmails(emails: readonly string[]): Promise<Set<string>> {
  const { rows } = await asSystem('people.taken', () =>
    db.rawQuery<{ rows: { email: string }[] }>(
      `select lower(u.email::text) as email from core_users u where u.email = any(?::citext[]) and not (${IS_UNFINISHED})`,
      [emails as never, ...PLACEHOLDER_NAMES],
    ),
  )
  return new Set(rows.map(({ email }) => email))
}

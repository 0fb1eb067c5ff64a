import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { invitationRequested } from '../accounts/invitation.js'
import { invalid } from '../contract/errors.js'
import type { Role } from '../contract/roles.js'
import { emit } from '../events/outbox.js'
import { noteAudit } from '../privacy/audit.js'
import { IS_UNFINISHED, PLACEHOLDER_NAMES } from '../registration/unfinished.js'
import { asSystem, currentCompanyId, inCompany } from '../tenancy/scope.js'
import type { Session } from '../tenancy/session.js'

/** The roles that a supervisor may give in their company: those of a membership. */
export type MemberRole = Exclude<Role, 'admin' | 'mini_admin'>

export interface NewMember {
  firstname: string
  lastname: string
  email: string
  /** `yyyy-mm-dd`. */
  birthdate: string | null
  language: string
  role: MemberRole
}

/**
 * Adds somebody to the running company: they are invited, and come in once they accept. An address that has an account is refused,
 * wherever it is: whoever types it would read that person's name and day of birth. An address that somebody began to register with and
 * never proved is free.
 * @param invite mails the invitation; else it is sent later
 * @param within what is kept of them in the same transaction
 * @returns the membership's id
 * @throws AppError 422 on `email` (email_in_use)
 */
export async function addMember(
  session: Session,
  person: NewMember,
  { invite, within }: { invite: boolean; within?: (trx: TransactionClientContract, membershipId: number) => Promise<void> },
): Promise<number> {
  const companyId = currentCompanyId()
  return asSystem('people.add', () =>
    db.transaction(async (trx) => {
      const { role, ...facts } = person
      const userId = await insertUser(trx, facts)
      const row = {
        company_id: companyId,
        user_id: userId,
        role,
        status: 'inactive',
        registration_type: 'invite',
        added_by: session.userId,
      }
      const [made] = (await trx.table('core_memberships').insert(row).returning('id')) as { id: number }[]
      const membershipId = made!.id
      await within?.(trx, membershipId)
      await inCompany(companyId, async () => {
        await noteAudit(trx, session, { action: 'member.added', reason: 'people.add', details: { membershipId } })
        if (invite) await emit(trx, invitationRequested, { membershipId })
      })
      return membershipId
    }),
  )
}

async function insertUser(trx: TransactionClientContract, facts: Omit<NewMember, 'role'>): Promise<number> {
  const { email, firstname, lastname, birthdate, language } = facts
  const values = [email, firstname, lastname, birthdate, language] as string[]
  const { rows } = await trx.rawQuery<{ rows: { id: number }[] }>(
    `insert into core_users as u (email, firstname, lastname, birthdate, language) values (?, ?, ?, ?::date, ?)
     on conflict (email) do update set firstname = excluded.firstname, lastname = excluded.lastname, birthdate = excluded.birthdate,
       language = excluded.language
     where ${IS_UNFINISHED} returning id`,
    [...values, ...PLACEHOLDER_NAMES],
  )
  if (!rows[0]) throw invalid('email', 'email_in_use')
  return rows[0].id
}

/** Which of these addresses have an account, in small letters. */
export async function takenEmails(emails: readonly string[]): Promise<Set<string>> {
  const { rows } = await asSystem('people.taken', () =>
    db.rawQuery<{ rows: { email: string }[] }>(
      `select lower(u.email::text) as email from core_users u where u.email = any(?::citext[]) and not (${IS_UNFINISHED})`,
      [emails as never, ...PLACEHOLDER_NAMES],
    ),
  )
  return new Set(rows.map(({ email }) => email))
}

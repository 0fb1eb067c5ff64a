import db from '@adonisjs/lucid/services/db'
import { AppError } from '#core/contract/errors'
import { orUniqueError } from '#core/kit/database'
import { currentCompanyId } from '#core/kit/scope'
import { type Admitted, admit } from '#core/kit/federation'
import type { Claimed } from './claims.js'
import { SignInProblem } from './problem.js'

/**
 * Finds the membership of a person at the provider: by issuer and subject, and by their address only while there is no link yet.
 * @param proved the user who has just proved with their password that the account is theirs
 * @throws SignInProblem no_account, account_inactive, account_elsewhere, linked_other
 */
export async function memberOf({ issuer, subject, person }: Claimed, createsPeople: boolean, proved?: number): Promise<Admitted> {
  const known = await db
    .from('directory_links')
    .where({ company_id: currentCompanyId(), issuer, subject })
    .update({ last_used_at: new Date() })
    .returning('membership_id')
  const [linked] = known as { membership_id: number }[]
  if (linked) return { kind: 'member', membershipId: linked.membership_id, userId: 0, isNew: false }
  try {
    const admitted = await admit(person, { create: createsPeople, proved })
    if (admitted.kind === 'member') await link(admitted.membershipId, issuer, subject)
    return admitted
  } catch (error) {
    throw error instanceof AppError && error.status === 409 ? new SignInProblem(error.code) : error
  }
}

/**
 * One link per member: another subject with the same address is another person, who got it after the first left. A link of an issuer that
 * the company no longer uses is replaced.
 */
async function link(membershipId: number, issuer: string, subject: string): Promise<void> {
  const insert = () =>
    db.rawQuery<{ rows: { subject: string }[] }>(
      `insert into directory_links as l (company_id, membership_id, issuer, subject) values (?, ?, ?, ?)
     on conflict (company_id, membership_id) do update set issuer = excluded.issuer, subject = excluded.subject, created_at = now()
       where l.issuer <> excluded.issuer or l.subject = excluded.subject
     returning l.subject`,
      [currentCompanyId(), membershipId, issuer, subject],
    )
  // Two concurrent sign-ins of one person with two addresses: the first gets the link.
  const { rows } = await orUniqueError({ directory_links_company_id_issuer_subject_unique: 'subject' }, insert).catch((error: unknown) => {
    throw error instanceof AppError ? new SignInProblem('linked_other') : error
  })
  if (!rows.length) throw new SignInProblem('linked_other')
}

import db from '@adonisjs/lucid/services/db'
import { currentCompanyId } from '#core/kit/scope'

/** Demo data: a provider that is filled in and switched off, and a person who signed in with one before. */
export async function loadDemo({ loginId, memberships }: { loginId: string; memberships: readonly number[] }): Promise<void> {
  const companyId = currentCompanyId()
  const issuer = `https://login.${loginId}.example`
  await db.rawQuery(
    `insert into directory_providers (company_id, issuer, client_id, client_secret) values (?, ?, 'training-platform', '') on conflict do nothing`,
    [companyId, issuer],
  )
  const [member] = memberships
  if (member) {
    await db.rawQuery(
      `insert into directory_links (company_id, membership_id, issuer, subject) values (?, ?, ?, 'demo') on conflict do nothing`,
      [companyId, member, issuer],
    )
    await db.rawQuery(
      `insert into directory_people (company_id, membership_id, user_name, external_id) values (?, ?, ?, 'demo') on conflict do nothing`,
      [companyId, member, `demo@${loginId}.example`],
    )
  }
}

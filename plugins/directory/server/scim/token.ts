import { createHash, randomBytes } from 'node:crypto'
import db from '@adonisjs/lucid/services/db'
import { conflict } from '#core/contract/errors'
import { type Session, currentCompanyId, inChosenCompany } from '#core/kit/scope'
import { platformUrl, settingsOf } from '#core/kit/settings'
import { directorySettings, domainsOf } from '../../settings.js'

export const SCIM = '/scim/v2'
/** The hash used for lookup: reading the table reveals no token. */
export const tokenHash = (token: string) => createHash('sha256').update(token).digest('base64url')

export interface ShownScim {
  address: string
  /** ISO 8601; null when there is no token and the directory has no access. */
  made_at: string | null
  last_used_at: string | null
}

async function shown(): Promise<ShownScim> {
  const row = await db.from('directory_tokens').where('company_id', currentCompanyId()).first()
  return {
    address: await platformUrl(SCIM),
    made_at: row ? (row.created_at as Date).toISOString() : null,
    last_used_at: (row?.last_used_at as Date | null)?.toISOString() ?? null,
  }
}

const inOwn = <T>(session: Session, company: number, reason: string, work: () => Promise<T>) =>
  inChosenCompany(session, { company, reason }, work)

/** @throws AppError 404 for a company out of this person's reach */
export const showScim = (session: Session, company: number) => inOwn(session, company, 'directory.scim', shown)

/** Creates the company's token, shown only once; an earlier one ends. @throws AppError 404; 409 domains_missing */
export const renewToken = (session: Session, company: number) =>
  inOwn(session, company, 'directory.scim.renew', async () => {
    const { domains } = await settingsOf(directorySettings)
    if (!domainsOf(domains).length) throw conflict('domains_missing')
    const token = `scim_${randomBytes(32).toString('base64url')}`
    await db.rawQuery(
      `insert into directory_tokens (company_id, token) values (?, ?)
       on conflict (company_id) do update set token = excluded.token, created_at = now(), last_used_at = null`,
      [currentCompanyId(), tokenHash(token)],
    )
    return { ...(await shown()), token }
  })

/** Ends the directory's access; people who came by it stay. @throws AppError 404 */
export const revokeToken = (session: Session, company: number) =>
  inOwn(session, company, 'directory.scim.revoke', async () => {
    await db.from('directory_tokens').where('company_id', currentCompanyId()).delete()
    return shown()
  })

/** Records that it is in use, at most once a minute. */
export async function recordUse(): Promise<void> {
  await db.rawQuery(
    `update directory_tokens set last_used_at = now() where company_id = ? and (last_used_at is null or last_used_at < now() - interval '1 minute')`,
    [currentCompanyId()],
  )
}

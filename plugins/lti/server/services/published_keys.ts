import { createPublicKey } from 'node:crypto'
import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { notFound } from '#core/contract/errors'
import { currentCompanyId, inOpenCompany, publishedByAll } from '#core/kit/scope'
import { openSealed } from '#core/kit/federation'
import { KEY_PURPOSE, OVERLAP_DAYS } from './key_rules.js'

/** The public half of a private key. */
function publishedOf(kid: string, sealed: string): object {
  const pem = openSealed<string>(KEY_PURPOSE, sealed)
  if (!pem) throw new Error('The key of the company was sealed with another APP_KEY.')
  const { kty, n, e } = createPublicKey(pem).export({ format: 'jwk' })
  return { kty, n, e, kid, alg: 'RS256', use: 'sig' }
}

/**
 * Publishes the current company's keys while they may be needed: a platform of theirs is on, or is about to register. Otherwise they are
 * not published, so that the key set does not grow with companies that only tried it. Republished keys keep their names.
 */
export async function publishKeys(client: TransactionClientContract): Promise<void> {
  const company = currentCompanyId()
  // One at a time: when one platform is switched on and another off, the last change wins.
  await client.rawQuery(`select pg_advisory_xact_lock(hashtext('lti_public_keys'), ?)`, [company])
  const { rows } = await client.rawQuery<{ rows: { needed: boolean }[] }>(
    `select exists (select 1 from lti_platforms where company_id = ? and is_active)
         or exists (select 1 from lti_invitations where company_id = ? and used_at is null and expires_at > now()) as needed`,
    [company, company],
  )
  if (!rows[0]!.needed) return void (await client.from('lti_public_keys').where('company_id', company).delete())
  const missing: { kid: string; private_key: string; until: Date | null }[] = await client
    .from('lti_keys as k')
    .where('k.company_id', company)
    .whereNotExists((published) => void published.from('lti_public_keys as p').whereColumn('p.kid', 'k.kid'))
    .select('k.kid', 'k.private_key', db.raw(`k.retired_at + make_interval(days => ${OVERLAP_DAYS}) as until`))
  for (const { kid, private_key: sealed, until } of missing)
    await client.table('lti_public_keys').insert({ company_id: company, kid, published: JSON.stringify(publishedOf(kid, sealed)), until })
}

/** The keys with which every platform verifies us: those of all companies, which are public anyway. */
export const publicKeys = (): Promise<object[]> => publishedByAll<object>({ plugin: 'lti', table: 'lti_public_keys' })

/** The keys of one company, by its login id. @throws AppError 404 */
export async function publicKeysOf(company: string): Promise<object[]> {
  const keys = await inOpenCompany({ plugin: 'lti', company }, async () => {
    const rows = (await db.from('lti_public_keys').where('company_id', currentCompanyId()).orderBy('id').select('published')) as {
      published: object
    }[]
    return rows.map(({ published }) => published)
  })
  if (!keys) throw notFound()
  return keys
}

import { generateKeyPair as generateWithCallback } from 'node:crypto'
import { promisify } from 'node:util'
import { SignJWT, exportJWK, importPKCS8 } from 'jose'
import db from '@adonisjs/lucid/services/db'
import { Recent } from '#core/kit/cache'
import { currentCompanyId } from '#core/kit/scope'
import { openSealed, sealFor } from '#core/kit/federation'
import { KEY_PURPOSE, OVERLAP_DAYS } from './key_rules.js'
import { nameOf } from './names.js'
import { publishKeys } from './published_keys.js'

const generateKeyPair = promisify(generateWithCallback)
/** Lifetime of a signing key; the next key is created before its end. */
const USE_DAYS = 180

interface OwnKey {
  kid: string
  private_key: string
}

/** Created in libuv's threads: no request waits for it. */
async function makeKey(): Promise<OwnKey> {
  const pair = await generateKeyPair('rsa', { modulusLength: 2048 })
  const jwk = await exportJWK(pair.publicKey)
  const kid = nameOf(jwk.n!, jwk.e!)
  const sealed = sealFor(KEY_PURPOSE, pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString())
  await db.transaction(async (trx) => {
    await trx.table('lti_keys').insert({ company_id: currentCompanyId(), kid, private_key: sealed })
    await publishKeys(trx)
  })
  return { kid, private_key: sealed }
}

/** Concurrent requests for the first key create one. */
const making = new Map<number, Promise<OwnKey>>()

/** The key with which the current company signs; the first request creates it. A newer one is published for a day before it signs. */
async function currentKey(): Promise<OwnKey> {
  const find = () =>
    db
      .from('lti_keys')
      .where({ company_id: currentCompanyId() })
      .whereNull('retired_at')
      .orderByRaw(`created_at > now() - interval '1 day', created_at desc`)
      .select('kid', 'private_key')
      .first() as Promise<OwnKey | null>
  const known = await find()
  if (known) return known
  const companyId = currentCompanyId()
  const going = making.get(companyId) ?? makeKey().finally(() => making.delete(companyId))
  making.set(companyId, going)
  return going
}

const opened = new Recent<string, Awaited<ReturnType<typeof importPKCS8>>>(200)

/** Signs a message of the current company to a platform. @param seconds until it expires */
export async function signAsCompany(claims: Record<string, unknown>, seconds: number): Promise<string> {
  const { kid, private_key: sealed } = await currentKey()
  let key = opened.get(kid)
  if (!key) {
    const pem = openSealed<string>(KEY_PURPOSE, sealed)
    if (!pem) throw new Error('The key of the company was sealed with another APP_KEY.')
    key = await importPKCS8(pem, 'RS256')
    opened.set(kid, key)
  }
  const now = Math.floor(Date.now() / 1000)
  return new SignJWT({ ...claims, iat: now, exp: now + seconds }).setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid }).sign(key)
}

/** Creates a company's key before somebody requests its key set. */
export const readyKey = async (): Promise<void> => void (await currentKey())

/** The nightly job: creates a new key when the current one is old, and deletes expired ones. */
export async function rotateKeys(): Promise<void> {
  const { rows } = await db.rawQuery<{ rows: { is_old: boolean }[] }>(
    `select max(created_at) < now() - make_interval(days => ?) as is_old from lti_keys where company_id = ? and retired_at is null having count(*) > 0`,
    [USE_DAYS, currentCompanyId()],
  )
  if (rows[0]?.is_old) await makeKey()
  // Retired once another has been published for a day.
  await db.rawQuery(
    `with retired as (
       update lti_keys k set retired_at = now()
        where k.company_id = ? and k.retired_at is null and exists (
          select 1 from lti_keys n where n.company_id = k.company_id and n.created_at > k.created_at and n.created_at < now() - interval '1 day')
       returning kid)
     update lti_public_keys p set until = now() + make_interval(days => ?) from retired r where p.company_id = ? and p.kid = r.kid`,
    [currentCompanyId(), OVERLAP_DAYS, currentCompanyId()],
  )
  await db.from('lti_public_keys').where('company_id', currentCompanyId()).where('until', '<', new Date()).delete()
  await db.rawQuery(`delete from lti_keys where company_id = ? and retired_at < now() - make_interval(days => ?)`, [
    currentCompanyId(),
    OVERLAP_DAYS,
  ])
  // A registration address expires on its own.
  await db.transaction((trx) => publishKeys(trx))
}

import { randomBytes } from 'node:crypto'
import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { conflict, notFound } from '#core/contract/errors'
import { ownCompany } from '#core/kit/companies'
import { orUniqueError } from '#core/kit/database'
import { type Session, currentCompanyId, inChosenCompany } from '#core/kit/scope'
import { platformUrl } from '#core/kit/settings'
import { openSealed, sealFor } from '#core/kit/federation'

const PURPOSE = 'lti.source'
/** Number of days that the previous secret stays valid while it is changed in the other system. */
export const OVERLAP_DAYS = 7
/** The length of an HS256 signature. */
const SECRET_BYTES = 32
const TAKEN = { lti_sources_name: 'name' } as const

/** A system that sends people by links, as a launch needs it. */
export interface SourceKeys {
  id: number
  name: string
  issuer: string
  isActive: boolean
  secrets: Uint8Array[]
}

export interface ShownSource {
  id: number
  name: string
  issuer: string
  is_active: boolean
  people: number
  last_used_at: string | null
  /** The end of the previous secret; null if it is no longer valid. */
  old_until: string | null
}

/** A secret, shown only once. */
export interface ShownSecret {
  source: ShownSource
  secret: string
}

interface KeysRow {
  id: number
  name: string
  issuer: string
  is_active: boolean
  sealed: string[]
}

/** The secrets that verify a system's links, newest first. `which`: a condition on one system, in SQL; `value` is its parameter. */
async function keysOf(which: 's.token = ?' | 'search_key(s.name) = search_key(?)', value: string): Promise<SourceKeys | null> {
  const { rows } = await db.rawQuery<{ rows: KeysRow[] }>(
    `select s.id, s.name, s.token as issuer, s.is_active, array(
       select k.secret from lti_source_secrets k
        where k.company_id = s.company_id and k.source_id = s.id and (k.until is null or k.until > now()) order by k.id desc) as sealed
       from lti_sources s where s.company_id = ? and ${which}`,
    [currentCompanyId(), value],
  )
  const [row] = rows
  if (!row) return null
  const { sealed, is_active: isActive, ...source } = row
  // The bytes of the text: what the developer of the other system pastes into their program.
  return {
    ...source,
    isActive,
    secrets: sealed.flatMap((each) => openSealed<string>(PURPOSE, each) ?? []).map((each) => Buffer.from(each)),
  }
}

/** @throws AppError 404 when the current company has none */
export async function sourceByToken(token: string): Promise<SourceKeys> {
  const source = await keysOf('s.token = ?', token)
  if (!source) throw notFound()
  return source
}

export const sourceByName = (name: string): Promise<SourceKeys | null> => keysOf('search_key(s.name) = search_key(?)', name)

/** Whether a system of the current company exists and is switched on. */
export const isOn = async (id: string): Promise<boolean> =>
  (await db
    .from('lti_sources')
    .where({ company_id: currentCompanyId(), id: Number(id), is_active: true })
    .select('id')
    .first()) !== null

const shown = (client: Pick<typeof db, 'from'> = db) =>
  client
    .from('lti_sources as s')
    .select('s.id', 's.name', 's.token as issuer', 's.is_active', db.raw('coalesce(a.people, 0) as people'), 'a.last_used_at')
    .joinRaw(
      `left join lateral (select count(*)::int as people, max(last_used_at) as last_used_at from lti_arrivals a
         where a.company_id = s.company_id and a.integration = 'signed-link' and a.source = s.id::text) a on true`,
    )
    .select(db.raw(`(select max(k.until) from lti_source_secrets k where k.source_id = s.id and k.until > now()) as old_until`))
    .orderBy('s.id')

async function shownById(id: number, client: Pick<typeof db, 'from'> = db): Promise<ShownSource> {
  const row = (await shown(client).where('s.id', id).first()) as ShownSource | null
  if (!row) throw notFound()
  return row
}

const at = <T>(session: Session, company: number, what: string, fn: () => Promise<T>) =>
  inChosenCompany(session, { company, reason: `lti.sources.${what}` }, fn)

/** The systems of a company that send people by links, and where links lead. @throws AppError 404 out of reach */
export const showSources = (session: Session, company: number) =>
  at(session, company, 'show', async () => {
    const [own, sources, address, audience] = await Promise.all([
      ownCompany(),
      shown() as Promise<ShownSource[]>,
      platformUrl('/launch/{token}/signed-link/{course}'),
      platformUrl(''),
    ])
    return { company: { id: own.id, name: own.name, login_id: own.loginId }, sources, address: decodeURI(address), audience }
  })

async function makeSecret(trx: TransactionClientContract, sourceId: number): Promise<string> {
  const secret = randomBytes(SECRET_BYTES).toString('base64url')
  await trx.table('lti_source_secrets').insert({ company_id: currentCompanyId(), source_id: sourceId, secret: sealFor(PURPOSE, secret) })
  return secret
}

/** Adds a system to the current company. @returns its secret, which is never shown again @throws AppError 422 on `name`: taken */
export const addSource = (name: string): Promise<ShownSecret> =>
  orUniqueError(TAKEN, () =>
    db.transaction(async (trx) => {
      const row = { company_id: currentCompanyId(), name, token: randomBytes(12).toString('base64url') }
      const [made] = (await trx.table('lti_sources').insert(row).returning('id')) as { id: number }[]
      const secret = await makeSecret(trx, made!.id)
      return { source: await shownById(made!.id, trx), secret }
    }),
  )

export const addSourceTo = (session: Session, company: number, name: string) => at(session, company, 'add', () => addSource(name))

/**
 * Gives a system a new secret.
 * @param keep whether the previous one stays valid for a while; otherwise it ends at once, as after a leak
 * @throws AppError 404
 */
export const renewSecret = (session: Session, company: number, id: number, { keep }: { keep: boolean }): Promise<ShownSecret> =>
  at(session, company, 'renew', () =>
    db.transaction(async (trx) => {
      // Of two concurrent changes the second ends the secret of the first: the row lock ensures one newest secret.
      if (!(await trx.from('lti_sources').where('id', id).forUpdate().select('id').first())) throw notFound()
      // At most two are valid: an older one that was about to expire ends now.
      await trx.rawQuery(
        `update lti_source_secrets set until = case when ? and until is null then now() + make_interval(days => ?) else now() end
          where company_id = ? and source_id = ? and (until is null or until > now())`,
        [keep, OVERLAP_DAYS, currentCompanyId(), id],
      )
      await trx.from('lti_source_secrets').where('source_id', id).where('until', '<=', new Date()).delete()
      const secret = await makeSecret(trx, id)
      return { source: await shownById(id, trx), secret }
    }),
  )

/** Switches a system on or off, or renames it. @throws AppError 404; 422 on `name`: taken */
export const changeSource = (session: Session, company: number, id: number, input: { name: string; is_active: boolean }) =>
  at(session, company, 'change', async () => {
    await orUniqueError(TAKEN, () => db.from('lti_sources').where('id', id).update(input))
    return shownById(id)
  })

/** A system with people is switched off, not deleted: their identities reference it. @throws AppError 404; 409 source_in_use */
export const removeSource = (session: Session, company: number, id: number) =>
  at(session, company, 'remove', async () => {
    const { people } = await shownById(id)
    if (people) throw conflict('source_in_use')
    await db.from('lti_sources').where('id', id).delete()
  })

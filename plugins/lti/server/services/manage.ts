import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { conflict, invalid, notFound } from '#core/contract/errors'
import { ownCompany } from '#core/kit/companies'
import { orUniqueError, saveFrom, versionOf } from '#core/kit/database'
import { sendJob } from '#core/kit/events'
import { type Session, currentCompanyId, inChosenCompany } from '#core/kit/scope'
import { platformUrl } from '#core/kit/settings'
import { UnreachableError, assertOutside } from '#core/kit/federation'
import { isStrongPem, keyOfPem } from './key_sets.js'
import { publishKeys } from './published_keys.js'
import { readyKey } from './own_keys.js'
import { deploymentToken, platformToken } from './platforms.js'

export interface PlatformInput {
  name: string
  issuer: string
  client_id: string
  deployments: string[]
  auth_url: string
  token_url: string
  /** One of these two. */
  jwks_url: string | null
  public_key: string | null
  audience: string | null
  frame_origins: string[]
  trusted_domains: string[]
  is_active: boolean
}

export interface ShownPlatform extends PlatformInput {
  id: number
  people: number
  last_launch_at: string | null
  updated_at: string
}

/** The values to copy into the other system. */
export interface ToolAddresses {
  login: string
  launch: string
  jwks: string
  register: string
}

export async function toolAddresses(): Promise<ToolAddresses> {
  const [login, launch, jwks, register] = await Promise.all(
    ['/lti/login', '/lti/launch', '/lti/jwks', '/lti/register'].map((path) => platformUrl(path)),
  )
  return { login: login!, launch: launch!, jwks: jwks!, register: register! }
}

const shownQuery = (client: Pick<typeof db, 'from'>) =>
  client
    .from('lti_platforms as p')
    .select(
      ...['id', 'name', 'issuer', 'client_id', 'auth_url', 'token_url', 'jwks_url', 'public_key', 'audience', 'frame_origins'].map(
        (column) => `p.${column}`,
      ),
      'p.trusted_domains',
      'p.is_active',
      db.raw(
        `coalesce((select array_agg(d.deployment_id order by d.id) from lti_deployments d where d.platform_id = p.id), '{}') as deployments`,
      ),
      db.raw(`(select count(*)::int from lti_people x where x.platform_id = p.id) as people`),
      db.raw(`(select max(l.created_at) from lti_launches l where l.platform_id = p.id and l.outcome = 'opened') as last_launch_at`),
      db.raw(`${versionOf('p.updated_at')} as updated_at`),
    )
    .orderBy('p.id')

/** A person without a company selects one; nobody else has a choice. @throws AppError 404 out of reach */
export const showPlatforms = (session: Session, company: number) =>
  inChosenCompany(session, { company, reason: 'lti.platforms' }, async () => {
    await readyKey()
    const [own, platforms, addresses] = await Promise.all([ownCompany(), shownQuery(db) as Promise<ShownPlatform[]>, toolAddresses()])
    return { company: { id: own.id, name: own.name, login_id: own.loginId }, platforms, addresses }
  })

/** @throws AppError 422 on a field with what is wrong with it */
async function check(input: PlatformInput): Promise<void> {
  for (const field of ['auth_url', 'token_url', 'jwks_url'] as const) {
    const address = input[field]
    if (!address) continue
    if (!URL.canParse(address)) throw invalid(field, 'url')
    await assertOutside(new URL(address), { local: true }).catch((error: unknown) => {
      throw error instanceof UnreachableError ? invalid(field, 'not_public') : error
    })
  }
  if (!input.jwks_url && !input.public_key) throw invalid('jwks_url', 'required')
  if (input.jwks_url) return
  await keyOfPem(input.public_key!).catch(() => Promise.reject(invalid('public_key', 'no_key')))
  if (!isStrongPem(input.public_key!)) throw invalid('public_key', 'weak_key')
}

const columnsOf = ({ deployments: _, ...input }: PlatformInput) => ({
  ...input,
  public_key: input.jwks_url ? null : input.public_key,
  token: platformToken(input.issuer, input.client_id),
})

const TAKEN = {
  lti_platforms_company_id_issuer_client_id_unique: 'client_id',
  lti_deployments_company_id_platform_id_deployment_id_unique: 'deployments',
} as const

/** A deployment belongs to the company that named it first. Conflicts within a company are found by the keys above. */
const orOfAnother = (error: unknown): never => {
  const { constraint } = error as { constraint?: string }
  throw constraint === 'lti_deployments_token_unique' ? invalid('deployments', 'other_company') : error
}

async function keepDeployments(trx: TransactionClientContract, platformId: number, { issuer, client_id, deployments }: PlatformInput) {
  const gone = trx.from('lti_deployments').where('platform_id', platformId).whereNotIn('deployment_id', deployments)
  // Launches and grades reference a deployment.
  const used = await gone
    .clone()
    .whereExists((context) => void context.from('lti_contexts').whereColumn('deployment_id', 'lti_deployments.id'))
    .first()
  if (used) throw conflict('deployment_in_use', { deployment: used.deployment_id })
  await gone.delete()
  for (const deployment of deployments) {
    // Its name is derived from issuer and client.
    await trx.rawQuery(
      `insert into lti_deployments (company_id, platform_id, deployment_id, token) values (?, ?, ?, ?)
       on conflict (company_id, platform_id, deployment_id) do update set token = excluded.token where lti_deployments.token <> excluded.token`,
      [currentCompanyId(), platformId, deployment, deploymentToken(issuer, client_id, deployment)],
    )
  }
}

/**
 * Adds a platform to the current company.
 * @returns its id
 * @throws AppError 422 with the problem: a private address (not_public), a platform or deployment that a company already has (taken)
 */
export async function addPlatform(input: PlatformInput): Promise<number> {
  await check(input)
  await readyKey()
  return orUniqueError(TAKEN, () =>
    db.transaction(async (trx) => {
      const [made] = (await trx
        .table('lti_platforms')
        .insert({ ...columnsOf(input), company_id: currentCompanyId() })
        .returning('id')) as { id: number }[]
      await keepDeployments(trx, made!.id, input)
      await publishKeys(trx)
      return made!.id
    }),
  ).catch(orOfAnother)
}

export const addTo = (session: Session, company: number, input: PlatformInput) =>
  inChosenCompany(session, { company, reason: 'lti.platforms.add' }, async () => shownById(await addPlatform(input)))

async function shownById(id: number, client: Pick<typeof db, 'from'> = db): Promise<ShownPlatform> {
  const row = (await shownQuery(client).where('p.id', id).first()) as ShownPlatform | null
  if (!row) throw notFound()
  return row
}

/** @throws AppError 404; 409 changed_meanwhile, deployment_in_use; as addPlatform */
export const change = (
  session: Session,
  company: number,
  id: number,
  { updated_at: version, ...input }: PlatformInput & { updated_at: string },
) =>
  inChosenCompany(session, { company, reason: 'lti.platforms.change' }, async () => {
    await shownById(id)
    await check(input)
    await orUniqueError(TAKEN, () =>
      saveFrom(
        { table: 'lti_platforms', id, version, sent: { ...input }, current: async (trx) => ({ ...(await shownById(id, trx)) }) },
        async (trx) => {
          await trx.from('lti_platforms').where('id', id).update(columnsOf(input))
          // Waiting grades are retried with the new settings.
          await trx.rawQuery(
            `update lti_grades g set next_try_at = now() from lti_people p
              where g.company_id = ? and p.id = g.person_id and p.platform_id = ? and g.version > g.sent_version and g.next_try_at > now()`,
            [currentCompanyId(), id],
          )
          await keepDeployments(trx, id, input)
          await publishKeys(trx)
        },
      ),
    ).catch(orOfAnother)
    return shownById(id)
  })

/** A platform with people is switched off, not deleted: their identities reference it. @throws AppError 404; 409 platform_in_use */
export const remove = (session: Session, company: number, id: number) =>
  inChosenCompany(session, { company, reason: 'lti.platforms.remove' }, async () => {
    await db.transaction(async (trx) => {
      // Waits for a launch in progress: the rows that it creates reference this row.
      await trx.from('lti_platforms').where('id', id).forUpdate().select('id')
      const { people } = await shownById(id, trx)
      if (people) throw conflict('platform_in_use')
      await trx.from('lti_platforms').where('id', id).delete()
      await publishKeys(trx)
    })
  })

/**
 * Requests the lists of people of a platform's contexts from the nightly job.
 * @throws AppError 404; 409 no_roster while no launch contained the address of a list
 */
export const requestRosterSync = (session: Session, company: number, id: number): Promise<void> =>
  inChosenCompany(session, { company, reason: 'lti.platforms.roster' }, async () => {
    await shownById(id)
    const list = await db
      .from('lti_contexts as c')
      .join('lti_deployments as d', 'd.id', 'c.deployment_id')
      .where({ 'c.company_id': currentCompanyId(), 'd.platform_id': id })
      .whereNotNull('c.memberships_url')
      .first()
    if (!list) throw conflict('no_roster')
    await db.transaction((trx) => sendJob(trx, 'lti.sync_rosters', { platform: id }))
  })

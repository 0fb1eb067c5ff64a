import db from '@adonisjs/lucid/services/db'
import { conflict, invalid } from '#core/contract/errors'
import { ownCompany } from '#core/kit/companies'
import { saveFrom, versionOf } from '#core/kit/database'
import { type Session, currentCompanyId, inChosenCompany } from '#core/kit/scope'
import { changeSettings, platformUrl, settingsOf } from '#core/kit/settings'
import { openSealed, sealFor } from '#core/kit/federation'
import { directorySettings, domainsOf } from '../../settings.js'
import { type ProviderAccess, discover } from './discovery.js'

const SECRET = 'directory.client_secret'
/** The address to which the provider sends people back; the same for every company. */
export const CALLBACK = '/directory/callback'

interface ProviderRow {
  id: number
  issuer: string
  client_id: string
  client_secret: string
  creates_people: boolean
  version: string
}

/** The fields that the page shows and changes; the secret can be set but never read. */
export interface ShownProvider {
  company: { id: number; name: string; login_id: string }
  /** Set by an admin of the platform; without domains nothing here can be switched on. */
  domains: string[]
  redirect_uri: string
  name: string
  issuer: string
  client_id: string
  has_secret: boolean
  creates_people: boolean
  updated_at: string
}

export interface ProviderInput {
  /** Empty: off. */
  name: string
  issuer: string
  client_id: string
  /** Empty: unchanged. */
  client_secret: string
  creates_people: boolean
  updated_at: string
}

/** The current company's row; the first call creates it. */
async function ownRow(client: Pick<typeof db, 'from'> = db): Promise<ProviderRow> {
  const companyId = currentCompanyId()
  const find = () =>
    client
      .from('directory_providers as p')
      .where('p.company_id', companyId)
      .select('p.*', db.raw(`${versionOf('p.updated_at')} as version`))
      .first()
  const known = await find()
  if (known) return known
  await db.rawQuery(
    `insert into directory_providers (company_id, issuer, client_id, client_secret) values (?, '', '', '') on conflict (company_id) do nothing`,
    [companyId],
  )
  return find()
}

async function shown(row: ProviderRow): Promise<ShownProvider> {
  const [company, { domains, sign_in_name: name }] = await Promise.all([ownCompany(), settingsOf(directorySettings)])
  return {
    company: { id: company.id, name: company.name, login_id: company.loginId },
    domains: domainsOf(domains),
    redirect_uri: await platformUrl(CALLBACK),
    name: name ?? '',
    issuer: row.issuer,
    client_id: row.client_id,
    has_secret: row.client_secret !== '',
    creates_people: row.creates_people,
    updated_at: row.version,
  }
}

/** @throws AppError 404 for a company out of this person's reach */
export const showProvider = (session: Session, company: number) =>
  inChosenCompany(session, { company, reason: 'directory.sign_in' }, async () => shown(await ownRow()))

/**
 * Stores the provider after it responded: an unreachable one is not stored. Another issuer or client requires its secret again, so that
 * nobody can have the stored one sent elsewhere.
 * @throws AppError 404; 409 domains_missing, changed_meanwhile; 422 on `issuer` (provider_unreachable), `client_secret`, `client_id`
 * (required)
 */
export const saveProvider = (
  session: Session,
  company: number,
  { name, client_secret: secret, updated_at: version, ...input }: ProviderInput,
) =>
  inChosenCompany(session, { company, reason: 'directory.sign_in.save' }, async () => {
    const row = await ownRow()
    const { domains } = await settingsOf(directorySettings)
    if (name && !domainsOf(domains).length) throw conflict('domains_missing')
    const isMoved = input.issuer !== row.issuer || input.client_id !== row.client_id
    if (name) {
      if (!input.issuer) throw invalid('issuer', 'required')
      if (!input.client_id) throw invalid('client_id', 'required')
      if (!secret && (isMoved || !row.client_secret)) throw invalid('client_secret', 'required')
      const clientSecret = secret || openSealed<string>(SECRET, row.client_secret)
      if (!clientSecret) throw invalid('client_secret', 'required')
      await discover({ issuer: input.issuer, clientId: input.client_id, clientSecret }).catch(() => {
        throw invalid('issuer', 'provider_unreachable')
      })
    }
    const kept = secret ? { client_secret: sealFor(SECRET, secret) } : isMoved ? { client_secret: '' } : {}
    await saveFrom(
      {
        table: 'directory_providers',
        id: row.id,
        version,
        sent: { ...input, name },
        current: async (trx) => ({ ...(await shown(await ownRow(trx))) }),
      },
      (trx) =>
        trx
          .from('directory_providers')
          .where('id', row.id)
          .update({ ...input, ...kept }),
    )
    await changeSettings(session, directorySettings, { sign_in_name: name || null }, 'directory.sign_in')
    return shown(await ownRow())
  })

export interface OpenProvider {
  access: ProviderAccess
  domains: string[]
  createsPeople: boolean
  version: string
}

/** The current company's provider when it is switched on, else null. */
export async function openProvider(): Promise<OpenProvider | null> {
  const { domains, sign_in_name: name } = await settingsOf(directorySettings)
  const row = name && domains ? await ownRow() : null
  const clientSecret = row?.client_secret ? openSealed<string>(SECRET, row.client_secret) : null
  if (!row || !clientSecret) return null
  return {
    access: { issuer: row.issuer, clientId: row.client_id, clientSecret },
    domains: domainsOf(domains),
    createsPeople: row.creates_people,
    version: row.version,
  }
}

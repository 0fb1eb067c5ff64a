import db from '@adonisjs/lucid/services/db'
import { preparedQuery } from '#core/kit/database'
import { isOrigin } from '#core/kit/entry'
import { nameOf } from './names.js'

/** A platform of the running company, as a launch needs it. */
export interface Platform {
  id: number
  name: string
  issuer: string
  clientId: string
  authUrl: string
  tokenUrl: string
  jwksUrl: string | null
  publicKey: string | null
  audience: string | null
  frameOrigins: string[]
  trustedDomains: string[]
  isActive: boolean
}

interface PlatformRow {
  id: number
  name: string
  issuer: string
  client_id: string
  auth_url: string
  token_url: string
  jwks_url: string | null
  public_key: string | null
  audience: string | null
  frame_origins: string[]
  trusted_domains: string[]
  is_active: boolean
}

export const toPlatform = (row: PlatformRow): Platform => ({
  id: row.id,
  name: row.name,
  issuer: row.issuer,
  clientId: row.client_id,
  authUrl: row.auth_url,
  tokenUrl: row.token_url,
  jwksUrl: row.jwks_url,
  publicKey: row.public_key,
  audience: row.audience,
  frameOrigins: row.frame_origins,
  trustedDomains: row.trusted_domains,
  isActive: row.is_active,
})

/** By which a login that names no deployment finds its platform. */
export const platformToken = (issuer: string, clientId: string) => nameOf(issuer, clientId)
/** By which a launch finds its company. */
export const deploymentToken = (issuer: string, clientId: string, deployment: string) => nameOf(issuer, clientId, deployment)

/** The running company's platform of this issuer and client; null when it has none. */
export async function platformOf(issuer: string, clientId: string): Promise<Platform | null> {
  const text = 'select * from lti_platforms where issuer = $1 and client_id = $2'
  const [row] = await preparedQuery<PlatformRow>(db, 'lti_platform', text, [issuer, clientId])
  return row ? toPlatform(row) : null
}

/** @throws Error E_ROW_NOT_FOUND for none of the running company */
export const platformById = async (id: number): Promise<Platform> =>
  toPlatform(await db.from('lti_platforms').where('id', id).firstOrFail())

/** The running company's deployment by its opaque name, with its platform. */
export async function deploymentOf(token: string): Promise<{ deploymentId: number; platform: Platform } | null> {
  const [row] = await preparedQuery<PlatformRow & { deployment: number }>(
    db,
    'lti_deployment',
    'select p.*, d.id as deployment from lti_deployments d join lti_platforms p on p.id = d.platform_id where d.token = $1',
    [token],
  )
  return row ? { deploymentId: row.deployment, platform: toPlatform(row) } : null
}

/**
 * On whose pages a launch of this platform may stand: what was typed in, where it signs in, and where it says that one goes back to.
 * What may not stand in a header is left out: an address with an odd host is no reason to refuse anybody.
 */
export function framingOrigins(platform: Pick<Platform, 'authUrl' | 'frameOrigins'>, ...further: readonly (string | null)[]): string[] {
  const addresses = [...platform.frameOrigins, platform.authUrl, ...further]
  const origins = addresses.flatMap((address) => (address && URL.canParse(address) ? [new URL(address).origin] : []))
  return [...new Set(origins.filter(isOrigin))]
}

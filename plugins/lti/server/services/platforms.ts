import db from '@adonisjs/lucid/services/db'
import { preparedQuery } from '#core/kit/database'
import { isOrigin } from '#core/kit/entry'
import { nameOf } from './names.js'

/** A platform of the current company, as a launch needs it. */
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

/** The key by which a login without a deployment finds its platform. */
export const platformToken = (issuer: string, clientId: string) => nameOf(issuer, clientId)
/** The key by which a launch finds its company. */
export const deploymentToken = (issuer: string, clientId: string, deployment: string) => nameOf(issuer, clientId, deployment)

/** The current company's platform with this issuer and client; null when it has none. */
export async function platformOf(issuer: string, clientId: string): Promise<Platform | null> {
  const text = 'select * from lti_platforms where issuer = $1 and client_id = $2'
  const [row] = await preparedQuery<PlatformRow>(db, 'lti_platform', text, [issuer, clientId])
  return row ? toPlatform(row) : null
}

/** The client id of the current company's active platform with this issuer; null when it has none. */
export async function clientOf(issuer: string): Promise<string | null> {
  const row: { client_id: string } | null = await db.from('lti_platforms').where({ issuer, is_active: true }).select('client_id').first()
  return row?.client_id ?? null
}

/** @throws Error E_ROW_NOT_FOUND when the current company has none */
export const platformById = async (id: number): Promise<Platform> =>
  toPlatform(await db.from('lti_platforms').where('id', id).firstOrFail())

/** The current company's deployment by its opaque name, with its platform. */
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
 * The pages that may frame a launch of this platform: the entered ones, its sign-in page, and its return page. Origins that a header cannot
 * contain are left out: an address with an odd host is no reason to refuse a launch.
 */
export function framingOrigins(platform: Pick<Platform, 'authUrl' | 'frameOrigins'>, ...further: readonly (string | null)[]): string[] {
  const addresses = [...platform.frameOrigins, platform.authUrl, ...further]
  const origins = addresses.flatMap((address) => (address && URL.canParse(address) ? [new URL(address).origin] : []))
  return [...new Set(origins.filter(isOrigin))]
}

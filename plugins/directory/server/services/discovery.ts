import * as client from 'openid-client'
import { assertOutside, fetchOutside } from '#core/kit/federation'

export interface ProviderAccess {
  issuer: string
  clientId: string
  clientSecret: string
}

const fetchGuarded: client.CustomFetch = (url, { method, headers, body, signal }) =>
  fetchOutside(url, { method, headers, body: body as string | URLSearchParams | Uint8Array | null | undefined, signal })

/**
 * Reads a provider's discovery document and prepares a client for it. Every address in it is fetched with `fetchOutside`, so that no
 * document leads into an internal network.
 * @throws UnreachableError, or the error of openid-client, for an unusable provider
 */
export async function discover({ issuer, clientId, clientSecret }: ProviderAccess): Promise<client.Configuration> {
  const server = new URL(issuer)
  await assertOutside(server)
  const insecure = server.protocol === 'http:' ? [client.allowInsecureRequests] : []
  const found = await client.discovery(server, clientId, undefined, undefined, { [client.customFetch]: fetchGuarded, execute: insecure })
  const metadata = found.serverMetadata()
  // A browser is redirected there.
  await assertOutside(new URL(metadata.authorization_endpoint ?? ''))
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  const auth = methods.includes('client_secret_basic') ? client.ClientSecretBasic : client.ClientSecretPost
  const config = new client.Configuration(metadata, clientId, { client_secret: clientSecret }, auth(clientSecret))
  config[client.customFetch] = fetchGuarded
  config.timeout = 10
  for (const allow of insecure) allow(config)
  return config
}

const KEEP_MS = 10 * 60_000
const MAX_KEPT = 200
const kept = new Map<string, { config: client.Configuration; until: number }>()

/** The same, cached for ten minutes together with the provider's keys. @param version of the settings, so that a change applies at once */
export async function discovered(companyId: number, version: string, access: ProviderAccess): Promise<client.Configuration> {
  const key = `${companyId} ${version}`
  const known = kept.get(key)
  if (known && known.until > Date.now()) return known.config
  const config = await discover(access)
  kept.delete(key)
  kept.set(key, { config, until: Date.now() + KEEP_MS })
  if (kept.size > MAX_KEPT) kept.delete(kept.keys().next().value!)
  return config
}

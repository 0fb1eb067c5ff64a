import { createRequire } from 'node:module'

// ltijs verifies a token in one CommonJS function without types. Its server, database and HTML are not loaded.

interface Platform {
  platformActive(): Promise<boolean>
  platformAuthConfig(): Promise<{ method: 'JWK_SET' | 'RSA_KEY'; key: string }>
  platformClientId(): Promise<string>
  platformKid(): Promise<string>
}
interface LtijsAuth {
  validateToken(
    token: string,
    devMode: boolean,
    parameters: { iss: string; maxAge: number },
    getPlatform: (issuer: string, clientId: string) => Promise<Platform | false>,
    key: string,
    database: { Get(...args: unknown[]): Promise<boolean>; Insert(): Promise<boolean> },
  ): Promise<object>
}

const require = createRequire(import.meta.url)
const auth = require('ltijs/dist/Utils/Auth.js') as LtijsAuth
/** Seconds, the same as ours. The default of its provider is 10, which a slow browser exceeds. */
const MAX_AGE = 600

/**
 * Sends a launch token of a registered, active platform with a new nonce to ltijs.
 * @param key address of the key set, or the public key (PEM)
 * @returns null when it accepts the token, else its code
 */
export async function ltijsAnswer(
  token: string,
  { issuer, clientId, key }: { issuer: string; clientId: string; key: { jwks: string } | { pem: string } },
): Promise<string | null> {
  const platform: Platform = {
    platformActive: () => Promise.resolve(true),
    platformAuthConfig: () => Promise.resolve('jwks' in key ? { method: 'JWK_SET', key: key.jwks } : { method: 'RSA_KEY', key: key.pem }),
    platformClientId: () => Promise.resolve(clientId),
    platformKid: () => Promise.resolve('kid'),
  }
  const found = (iss: string, client: string) => Promise.resolve(iss === issuer && client === clientId ? platform : (false as const))
  const database = { Get: () => Promise.resolve(false), Insert: () => Promise.resolve(true) }
  try {
    await auth.validateToken(token, false, { iss: issuer, maxAge: MAX_AGE }, found, '', database)
    return null
  } catch (error) {
    return (error as Error).message
  }
}

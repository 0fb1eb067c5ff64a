import { type Server, createServer } from 'node:http'
import { generateKeyPairSync } from 'node:crypto'
import Provider, { type ClientMetadata } from 'oidc-provider'
import { freePort } from './server_process.js'

export interface TestProvider {
  issuer: string
  clientId: string
  clientSecret: string
  /** The claims of the next person who signs in, with their subject. Null: the person declines. */
  person: { sub: string; [claim: string]: unknown } | null
  stop(): Promise<void>
}

/**
 * A real OpenID Connect provider on loopback, where people sign in and consent without a screen. The flow, the tokens and their signatures
 * come from the library.
 * @param redirectUris the allowed redirect addresses
 */
export async function startProvider(redirectUris: string[]): Promise<TestProvider> {
  const port = await freePort()
  const issuer = `http://127.0.0.1:${port}`
  const client: ClientMetadata = { client_id: 'platform', client_secret: 'a-secret-of-the-company', redirect_uris: redirectUris }
  const known = new Map<string, { [claim: string]: unknown }>()
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const provider = new Provider(issuer, {
    clients: [client],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' } as never] },
    cookies: { keys: ['for-tests-alone'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name', 'name', 'locale'] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    findAccount: (_ctx, sub) => ({ accountId: sub, claims: async () => ({ sub, ...known.get(sub) }) }),
    ttl: { AccessToken: 300, AuthorizationCode: 60, Grant: 300, IdToken: 300, Interaction: 300, Session: 300 },
  })
  const running: TestProvider = {
    issuer,
    clientId: client.client_id,
    clientSecret: client.client_secret!,
    person: null,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
  const callback = provider.callback()
  const server: Server = createServer((request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void callback(request, response)
    void (async () => {
      const { prompt, params } = await provider.interactionDetails(request, response)
      const { person } = running
      if (!person) {
        return provider.interactionFinished(request, response, { error: 'access_denied' }, { mergeWithLastSubmission: false })
      }
      known.set(person.sub, person)
      if (prompt.name === 'login') {
        return provider.interactionFinished(request, response, { login: { accountId: person.sub } }, { mergeWithLastSubmission: false })
      }
      const grant = new provider.Grant({ accountId: person.sub, clientId: String(params.client_id) })
      grant.addOIDCScope('openid email profile')
      const consent = { consent: { grantId: await grant.save() } }
      return provider.interactionFinished(request, response, consent, { mergeWithLastSubmission: true })
    })().catch((error: unknown) => {
      response.statusCode = 500
      response.end(String(error))
    })
  })
  // Only the client closes idle connections, as in core/testing/app.ts.
  server.keepAliveTimeout = 0
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  server.unref()
  return running
}

import { randomUUID } from 'node:crypto'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SignJWT, createRemoteJWKSet, exportJWK, generateKeyPair, jwtVerify } from 'jose'

const LTI = 'https://purl.imsglobal.org/spec/lti/claim'
const AGS = 'https://purl.imsglobal.org/spec/lti-ags'
const NRPS = 'https://purl.imsglobal.org/spec/lti-nrps'
const DL = 'https://purl.imsglobal.org/spec/lti-dl/claim'
const SCOPES = [`${AGS}/scope/score`, `${AGS}/scope/lineitem`, `${NRPS}/scope/contextmembership.readonly`]

export interface LtiUser {
  sub: string
  name?: string
  given_name?: string
  family_name?: string
  email?: string
  roles: string[]
}

export interface LtiLaunchOptions {
  /** Overrides the claims of an ordinary launch; undefined removes a claim. */
  claims?: Record<string, unknown>
  header?: Record<string, unknown>
  /** Signs with a different key than the platform's own. */
  sign?: (payload: Record<string, unknown>, header: Record<string, unknown>) => Promise<string>
}

export interface SentScore {
  lineItem: string
  userId: string
  scoreGiven?: number
  scoreMaximum?: number
  activityProgress: string
  gradingProgress: string
  timestamp: string
}

/** The result of a launch: the form that the browser posts to the tool. */
export interface LaunchForm {
  id_token: string
  state: string
}

export type TestPlatform = Awaited<ReturnType<typeof startLtiPlatform>>

export const LEARNER = 'http://purl.imsglobal.org/vocab/lis/v2/membership#Learner'
export const INSTRUCTOR = 'http://purl.imsglobal.org/vocab/lis/v2/membership#Instructor'

/**
 * A learning system for tests. It is as strict as a real one (our redirect, our signed assertions, our scopes, the order of grades), and
 * has a page that frames a launch and stores values for the tool (LTI postMessage storage).
 * @param tool the address of the platform under test, as a browser sees it
 * @param host the host name under which a browser finds this system: a different site than the tool's
 */
export async function startLtiPlatform(
  tool: string,
  { host = '127.0.0.1', clientId = `client-${randomUUID().slice(0, 8)}`, deployment = '1' } = {},
) {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  const kid = randomUUID()
  const toolKeys = createRemoteJWKSet(new URL(`${tool}/lti/jwks`), { cooldownDuration: 0 })
  const lineItems = new Map<string, { id: string; resourceLinkId: string; label: string; scoreMaximum: number }>()
  const tokens = new Map<string, string[]>()
  const seen = {
    scores: [] as SentScore[],
    assertions: new Set<string>(),
    keySetReads: 0,
    picked: [] as Record<string, unknown>[],
    registrations: 0,
    /** The tool's own registration data. */
    tool: {} as Record<string, unknown>,
  }
  const faults = { isDown: false, refuses: 0 }
  const given = {
    user: { sub: 'u-1', name: 'Lena de Vries', given_name: 'Lena', family_name: 'de Vries', roles: [LEARNER] } as LtiUser,
    options: {} as LtiLaunchOptions,
    members: [] as Record<string, unknown>[],
    /** The course behind the only link on the page. */
    course: 'tillen-en-dragen',
    deepLinking: false,
    asksForStorage: true,
    keepsStorage: true,
    /** The frame of the school's page that the tool should message. */
    storageTarget: '_parent',
    /** Milliseconds until the school's page answers a request to store or return a value. */
    answersAfter: 0,
  }
  let url = ''

  const sign = (payload: Record<string, unknown>, header: Record<string, unknown> = {}) =>
    new SignJWT(payload).setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid, ...header }).sign(privateKey)

  const claimsFor = (nonce: string) => {
    const now = Math.floor(Date.now() / 1000)
    const { roles, ...who } = given.user
    return {
      iss: url,
      aud: clientId,
      iat: now,
      exp: now + 300,
      nonce,
      ...who,
      [`${LTI}/version`]: '1.3.0',
      [`${LTI}/message_type`]: given.deepLinking ? 'LtiDeepLinkingRequest' : 'LtiResourceLinkRequest',
      [`${LTI}/deployment_id`]: deployment,
      [`${LTI}/target_link_uri`]: `${tool}/lti/launch`,
      [`${LTI}/roles`]: roles,
      [`${LTI}/context`]: { id: 'c-1', title: 'Klas 2B' },
      [`${LTI}/launch_presentation`]: { document_target: 'iframe', return_url: `${url}/page`, locale: 'nl-NL' },
      [`${LTI}/custom`]: { course: given.course },
      ...(given.deepLinking
        ? {
            [`${DL}/deep_linking_settings`]: {
              deep_link_return_url: `${url}/picked`,
              accept_types: ['ltiResourceLink'],
              accept_presentation_document_targets: ['iframe'],
              accept_multiple: true,
              data: 'kept "for" <us>',
            },
          }
        : { [`${LTI}/resource_link`]: { id: 'l-1', title: 'Ladders' } }),
      [`${AGS}/claim/endpoint`]: { scope: SCOPES, lineitems: `${url}/lineitems` },
      [`${NRPS}/claim/namesroleservice`]: { context_memberships_url: `${url}/members`, service_versions: ['2.0'] },
    }
  }

  /** The platform's response to the tool's redirect. @throws Error for a request that no platform would accept */
  async function authorize(query: URLSearchParams): Promise<LaunchForm> {
    const wanted = {
      scope: 'openid',
      response_type: 'id_token',
      response_mode: 'form_post',
      prompt: 'none',
      client_id: clientId,
      redirect_uri: `${tool}/lti/launch`,
    }
    for (const [name, value] of Object.entries(wanted))
      if (query.get(name) !== value) throw new Error(`${name} is ${query.get(name) ?? 'missing'}`)
    const [state, nonce] = [query.get('state'), query.get('nonce')]
    if (!state || !nonce || query.get('login_hint') !== 'hint') throw new Error('state, nonce or login_hint is missing')
    const { claims = {}, header = {}, sign: signOtherwise } = given.options
    const payload = Object.fromEntries(Object.entries({ ...claimsFor(nonce), ...claims }).filter(([, value]) => value !== undefined))
    return { state, id_token: await (signOtherwise ?? sign)(payload, header) }
  }

  const loginUrl = (more: Record<string, string> = {}) =>
    `${tool}/lti/login?${new URLSearchParams({
      iss: url,
      client_id: clientId,
      login_hint: 'hint',
      target_link_uri: `${tool}/lti/launch`,
      lti_deployment_id: deployment,
      ...more,
    }).toString()}`

  async function granted(request: IncomingMessage, scope: string): Promise<boolean> {
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
    return Promise.resolve(tokens.get(token)?.includes(scope) ?? false)
  }

  async function issueToken(form: URLSearchParams): Promise<object | null> {
    const { payload } = await jwtVerify(form.get('client_assertion') ?? '', toolKeys, {
      issuer: clientId,
      subject: clientId,
      audience: `${url}/token`,
      algorithms: ['RS256'],
      requiredClaims: ['jti', 'iat', 'exp'],
    })
    const scopes = (form.get('scope') ?? '').split(' ')
    if (
      seen.assertions.has(payload.jti!) ||
      form.get('grant_type') !== 'client_credentials' ||
      !scopes.every((scope) => SCOPES.includes(scope))
    )
      return null
    seen.assertions.add(payload.jti!)
    const token = randomUUID()
    tokens.set(token, scopes)
    return { access_token: token, token_type: 'Bearer', expires_in: 3600, scope: scopes.join(' ') }
  }

  const page = () => {
    const src = loginUrl(given.asksForStorage ? { lti_storage_target: given.storageTarget } : {})
    const storage = `const kept={};addEventListener('message',(event)=>{if(event.origin!==${JSON.stringify(tool)})return;const {subject,message_id,key,value}=event.data;
if(subject==='lti.put_data')kept[key]=value;if(subject==='lti.put_data'||subject==='lti.get_data')setTimeout(()=>event.source.postMessage({subject:subject+'.response',message_id,key,value:kept[key]},event.origin),${given.answersAfter})})`
    return `<!doctype html><title>LMS</title><h1>LMS</h1>${given.keepsStorage ? `<script>${storage}</script>` : ''}<iframe title="tool" src="${src.replaceAll('&', '&amp;')}" width="1000" height="700"></iframe>`
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname: path, searchParams } = new URL(request.url ?? '/', url)
    let body = ''
    for await (const chunk of request) body += String(chunk)
    const html = (text: string) => void response.writeHead(200, { 'content-type': 'text/html' }).end(text)
    const json = (status: number, value: unknown, headers: Record<string, string> = {}) =>
      void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value))
    if (path === '/page') return html(page())
    if (path === '/auth') {
      const { id_token, state } = await authorize(searchParams)
      const field = (name: string, value: string) => `<input type="hidden" name="${name}" value="${value}">`
      return html(
        `<form method="post" action="${tool}/lti/launch">${field('id_token', id_token)}${field('state', state)}</form><script>document.forms[0].submit()</script>`,
      )
    }
    if (path === '/picked') {
      const { payload } = await jwtVerify(new URLSearchParams(body).get('JWT') ?? '', toolKeys, {
        issuer: clientId,
        audience: url,
        algorithms: ['RS256'],
      })
      seen.picked.push(payload)
      return html('<h1>Picked</h1>')
    }
    if (faults.isDown) return void request.socket.destroy()
    if (faults.refuses) return json(faults.refuses, {})
    if (path === '/.well-known/openid-configuration') {
      return json(200, {
        issuer: url,
        authorization_endpoint: `${url}/auth`,
        token_endpoint: `${url}/token`,
        jwks_uri: `${url}/jwks`,
        registration_endpoint: `${url}/registrations`,
        'https://purl.imsglobal.org/spec/lti-platform-configuration': { product_family_code: 'testlms', version: '1' },
      })
    }
    if (path === '/registrations') {
      if (request.headers.authorization !== 'Bearer open-sesame') return json(401, {})
      const tooled = JSON.parse(body) as Record<string, unknown>
      seen.registrations += 1
      seen.tool = tooled
      return json(200, {
        ...tooled,
        client_id: clientId,
        'https://purl.imsglobal.org/spec/lti-tool-configuration': { deployment_id: deployment },
      })
    }
    if (path === '/jwks') {
      seen.keySetReads += 1
      return json(200, { keys: [{ ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' }] })
    }
    if (path === '/token') {
      const token = await issueToken(new URLSearchParams(body)).catch(() => null)
      return token ? json(200, token) : json(401, { error: 'invalid_client' })
    }
    if (path === '/lineitems') {
      if (!(await granted(request, `${AGS}/scope/lineitem`))) return json(401, {})
      if (request.method === 'GET') {
        const of = searchParams.get('resource_link_id')
        return json(
          200,
          [...lineItems.values()].filter(({ resourceLinkId }) => !of || resourceLinkId === of),
        )
      }
      const made = {
        ...(JSON.parse(body) as { resourceLinkId: string; label: string; scoreMaximum: number }),
        id: `${url}/lineitems/${lineItems.size + 1}?type=x`,
      }
      lineItems.set(made.id, made)
      return json(201, made)
    }
    if (/^\/lineitems\/\d+\/scores$/.test(path)) {
      if (!(await granted(request, `${AGS}/scope/score`))) return json(401, {})
      if (request.headers['content-type'] !== 'application/vnd.ims.lis.v1.score+json') return json(415, {})
      const score = { lineItem: path.replace('/scores', ''), ...(JSON.parse(body) as Omit<SentScore, 'lineItem'>) }
      const last = seen.scores.filter(({ userId, lineItem }) => userId === score.userId && lineItem === score.lineItem).at(-1)
      if (last && last.timestamp >= score.timestamp) return json(409, { error: 'a newer one is here' })
      seen.scores.push(score)
      return json(200, {})
    }
    if (path === '/members') {
      if (!(await granted(request, `${NRPS}/scope/contextmembership.readonly`))) return json(401, {})
      const from = Number(searchParams.get('from') ?? 0)
      const next = from + 2 < given.members.length ? { link: `<${url}/members?from=${from + 2}>; rel="next"` } : {}
      return json(
        200,
        { id: `${url}/members`, context: { id: 'c-1' }, members: given.members.slice(from, from + 2) },
        next as Record<string, string>,
      )
    }
    json(404, {})
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error: Error) => response.headersSent || response.writeHead(400).end(error.message))
  })
  // Only the client closes idle connections, as in core/testing/app.ts.
  server.keepAliveTimeout = 0
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://${host}:${(server.address() as AddressInfo).port}`
  return {
    url,
    clientId,
    deployment,
    kid,
    given,
    seen,
    faults,
    tokens,
    lineItems,
    sign,
    authorize,
    loginUrl,
    /** The values for an operator's command and an admin's page. */
    facts: {
      issuer: url,
      client_id: clientId,
      deployments: [deployment],
      auth_url: `${url}/auth`,
      token_url: `${url}/token`,
      jwks_url: `${url}/jwks`,
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

import { SignJWT, exportSPKI, generateKeyPair, jwtVerify } from 'jose'
import type { PluginBench } from '#core/contract/bench'
import { CLAIM, LTI_VERSION } from './server/services/claims.js'
import { nameOf } from './server/services/names.js'
import { ltijsAnswer } from './tests/ltijs.js'

const ISSUER = 'https://lms.bench.example'
const CLIENT = 'bench'
const DEPLOYMENT = '1'

/** CPU milliseconds of one token check, measured over many checks in this process. */
async function cpuOf(check: () => Promise<unknown>): Promise<number> {
  const times = 2000
  for (let i = 0; i < 200; i++) await check()
  const from = process.cpuUsage()
  for (let i = 0; i < times; i++) await check()
  const { user, system } = process.cpuUsage(from)
  return (user + system) / 1000 / times
}

/**
 * Measures the tokens verified per CPU second, without requests and databases: the signature alone, which every launch needs, and ltijs.
 */
async function checksOf(token: string, { key, pem }: { key: CryptoKey; pem: string }): Promise<string> {
  const bare = await cpuOf(() => jwtVerify(token, key, { issuer: ISSUER, audience: CLIENT, algorithms: ['RS256'] }))
  const theirs = await cpuOf(async () => {
    const code = await ltijsAnswer(token, { issuer: ISSUER, clientId: CLIENT, key: { pem } })
    if (code) throw new Error(`ltijs answers ${code}`)
  })
  return `in a CPU second ltijs checks ${Math.round(1000 / theirs)} tokens, the bare signature ${Math.round(1000 / bare)}`
}

/** A class at nine o'clock: each person launches the same course, in a window or in a frame. */
const bench: PluginBench = {
  prepare: async () => [],

  async scenarios({ sql, url: home }) {
    const { privateKey, publicKey } = await generateKeyPair('RS256')
    const platform = [ISSUER, CLIENT, nameOf(ISSUER, CLIENT), `${ISSUER}/auth`, `${ISSUER}/token`, await exportSPKI(publicKey)]
    const [{ id }] = (await sql(
      `insert into lti_platforms (company_id, name, issuer, client_id, token, auth_url, token_url, public_key)
       select id, 'Bench', $1, $2, $3, $4, $5, $6 from core_companies where login_id = 'noordwind' returning id`,
      platform,
    )) as [{ id: number }]
    await sql(
      `insert into lti_deployments (company_id, platform_id, deployment_id, token) select company_id, id, $2, $3 from lti_platforms where id = $1`,
      [id, DEPLOYMENT, nameOf(ISSUER, CLIENT, DEPLOYMENT)],
    )
    const sign = (claims: Record<string, unknown>) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'bench' }).sign(privateKey)
    const claimsFor = (person: number, nonce: string) => {
      const now = Math.floor(Date.now() / 1000)
      return {
        iss: ISSUER,
        aud: CLIENT,
        sub: `person-${person}`,
        given_name: 'Bench',
        family_name: String(person),
        iat: now,
        exp: now + 300,
        nonce,
        [CLAIM.version]: LTI_VERSION,
        [CLAIM.messageType]: 'LtiResourceLinkRequest',
        [CLAIM.deployment]: DEPLOYMENT,
        [CLAIM.target]: `${home}/lti/launch`,
        [CLAIM.roles]: [],
        [CLAIM.context]: { id: 'class', title: 'Class' },
        [CLAIM.resourceLink]: { id: 'link', title: 'Link' },
        [CLAIM.custom]: { course: 'tillen-en-dragen' },
      }
    }
    const checks = await checksOf(await sign(claimsFor(0, 'n')), { key: publicKey, pem: await exportSPKI(publicKey) })
    const query = new URLSearchParams({
      iss: ISSUER,
      client_id: CLIENT,
      login_hint: 'x',
      target_link_uri: `${home}/lti/launch`,
      lti_storage_target: '_parent',
    })
    // Without the client, which would return signed in as somebody else.
    const ask = (path: string, init: RequestInit = {}) => fetch(`${home}${path}`, { redirect: 'manual', ...init })
    const login = async () => {
      // When the platform offers storage, the login answers with a page that says where to continue.
      const begun = await ask(`/lti/login?${query.toString()}`)
      const [, to] = /location\.replace\("([^"]+)"/.exec(await begun.text()) ?? []
      if (!to) throw new Error(`A login answers ${begun.status}`)
      const { searchParams } = new URL(to)
      const [cookie] = begun.headers.getSetCookie().map((each) => each.split(';')[0]!)
      return { state: searchParams.get('state')!, nonce: searchParams.get('nonce')!, cookie: cookie! }
    }
    const launch = async (person: number, into: 'document' | 'iframe') => {
      const { state, nonce, cookie } = await login()
      const body = new URLSearchParams({ id_token: await sign(claimsFor(person, nonce)), state })
      const answer = await ask('/lti/launch', { method: 'POST', body, headers: { cookie, 'sec-fetch-dest': into } })
      return { status: answer.status, page: await answer.text() }
    }
    // The cost of one part is the difference between its line and the one before. The target is 8 ms per launch: 250 a second on two cores.
    const many = { people: 16, times: 60 }
    return [
      { name: 'a login', aim: 1, ...many, run: async () => void (await login()) },
      {
        name: `a login and its launch, into a window (${checks})`,
        aim: 8,
        ...many,
        async run(_client, person) {
          const { status } = await launch(person, 'document')
          if (status !== 303) throw new Error(`A launch answers ${status}`)
        },
      },
      {
        name: 'a login, its launch and the course’s page, in a frame',
        aim: 8,
        ...many,
        async run(_client, person) {
          const { status, page } = await launch(person, 'iframe')
          if (status !== 200 || !page.includes('"framed":{"token":"')) throw new Error(`A launch answers ${status}`)
        },
      },
    ]
  },
}

export default bench

import { SignJWT, exportSPKI, generateKeyPair, jwtVerify } from 'jose'
import type { PluginBench } from '#core/contract/bench'
import { CLAIM, LTI_VERSION } from './server/services/claims.js'
import { nameOf } from './server/services/names.js'

const ISSUER = 'https://lms.bench.example'
const CLIENT = 'bench'
const DEPLOYMENT = '1'

/** CPU milliseconds of what no launch can do without: the platform's signature checked, and nothing else. */
async function bareCheck(token: string, key: CryptoKey): Promise<number> {
  const times = 2000
  const check = () => jwtVerify(token, key, { issuer: ISSUER, audience: CLIENT, algorithms: ['RS256'] })
  for (let i = 0; i < 200; i++) await check()
  const from = process.cpuUsage()
  for (let i = 0; i < times; i++) await check()
  const { user, system } = process.cpuUsage(from)
  return (user + system) / 1000 / times
}

/** What a class does at nine: each launches the same course, from the login to the page in the frame. */
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
    const bare = await bareCheck(await sign(claimsFor(0, 'n')), publicKey)
    return [
      {
        // 500 a second on two cores.
        name: `a launch: login, the signed answer, the course’s page (the bare check of its signature: ${bare.toFixed(2)} ms)`,
        aim: 4,
        async run(client, person) {
          // Where the platform keeps things for us the login answers with a page, which says where it goes on.
          const query = {
            iss: ISSUER,
            client_id: CLIENT,
            login_hint: 'x',
            target_link_uri: `${home}/lti/launch`,
            lti_storage_target: '_parent',
          }
          const begun = String((await client.get(`/lti/login?${new URLSearchParams(query).toString()}`)).body)
          const [, proof] = /value:"([\w-]{43})"/.exec(begun) ?? []
          const to = new URL(/location\.replace\("([^"]+)"/.exec(begun)?.[1] ?? '')
          const token = await sign(claimsFor(person, to.searchParams.get('nonce')!))
          const answer = await client.post('/lti/launch', { id_token: token, state: to.searchParams.get('state'), proof })
          if (answer.status !== 200 || !String(answer.body).includes('"framed":{"token":"'))
            throw new Error(`A launch answers ${answer.status}`)
        },
      },
    ]
  },
}

export default bench

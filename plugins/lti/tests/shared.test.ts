import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestApp, signInAs, testApp } from '#core/testing/app'
import { INSTRUCTOR, type TestPlatform, startLtiPlatform } from '#core/testing/lti_platform'
import { browserAt, companyId, platformInput, shownBy } from './launching.js'

// What companies share: one set of addresses, one key set, the names of deployments.
let app: TestApp
let platform: TestPlatform
let db: typeof import('@adonisjs/lucid/services/db').default

const system = <T>(work: () => PromiseLike<T>) => app.asSystem(async () => await work())
const input = (more: object = {}) => platformInput(platform, more)
const pathOf = async (loginId: string) => `/api/lti/companies/${await companyId(app, loginId)}/platforms`

beforeAll(async () => {
  app = await testApp()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
  platform = await startLtiPlatform(app.url)
  await app.inCompany('noordwind', async () => (await import('../server/services/manage.js')).addPlatform(input()))
})
afterAll(() => platform.stop())
beforeEach(() => system(() => db.from('core_rate_limits').delete()))

describe('the single key of a platform', () => {
  const pemOf = (bits: number) =>
    generateKeyPairSync('rsa', { modulusLength: bits }).publicKey.export({ type: 'spki', format: 'pem' }).toString()

  it('has at least 2,048 bits and is RSA', async () => {
    const client = await signInAs('admin@platform.example')
    const path = await pathOf('noordwind')
    const wrong = async (public_key: string) =>
      (await client.post(path, input({ issuer: 'https://pem.example', jwks_url: null, public_key }))).body.errors?.[0]
    expect(await wrong(pemOf(1024))).toMatchObject({ field: 'public_key', rule: 'weak_key' })
    const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ type: 'spki', format: 'pem' }).toString()
    expect(await wrong(curve)).toMatchObject({ field: 'public_key', rule: 'no_key' })
    const made = await client.post(path, input({ issuer: 'https://pem.example', jwks_url: null, public_key: pemOf(2048) }))
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    expect((await client.delete(`${path}/${made.body.data.id}`)).status).toBe(200)
  })
})

describe('a deployment that another company named first', () => {
  it('is reported at its field, without the company’s name; and no company can claim one by naming it', async () => {
    const client = await signInAs('admin@platform.example')
    const refused = await client.post(await pathOf('bouwmeester'), input())
    expect(refused.status).toBe(422)
    expect(refused.body.errors).toEqual([expect.objectContaining({ field: 'deployments', rule: 'other_company' })])
    expect(JSON.stringify(refused.body).toLowerCase()).not.toContain('noordwind')
    // Also by changing one's own deployment.
    const made = await client.post(await pathOf('bouwmeester'), input({ deployments: ['elsewhere'] }))
    const { id, updated_at } = made.body.data as { id: number; updated_at: string }
    const changed = await client.put(`${await pathOf('bouwmeester')}/${id}`, { ...input(), updated_at })
    expect(changed.body.errors).toEqual([expect.objectContaining({ rule: 'other_company' })])
    const supervisor = await signInAs('beheerder@bouwmeester.example')
    expect((await supervisor.post(await pathOf('bouwmeester'), input({ deployments: ['mine'] }))).status).toBe(403)
    expect((await client.delete(`${await pathOf('bouwmeester')}/${id}`)).status).toBe(200)
  })
})

describe('the key set', () => {
  const kids = async (query = '') =>
    ((await app.visitor().get(`/lti/jwks${query}`)).body.keys as { kid: string }[]).map(({ kid }) => kid).sort()

  it('contains the keys of companies with a platform, and the same ones again when it is switched back on', async () => {
    const client = await signInAs('admin@platform.example')
    const own = await kids('?company=bouwmeester')
    const turn = (is_active: boolean) =>
      app.inCompany('bouwmeester', async () => {
        const { publishKeys } = await import('../server/services/published_keys.js')
        await db.transaction(async (trx) => {
          await trx.from('lti_platforms').update({ is_active })
          await publishKeys(trx)
        })
      })
    expect(own).toHaveLength(1)
    expect(await kids()).toEqual(expect.arrayContaining(own))
    await turn(false)
    expect(await kids('?company=bouwmeester')).toEqual([])
    expect(await kids()).not.toEqual(expect.arrayContaining(own))
    // A platform that is about to register reads the key set first.
    await client.post(`/api/lti/companies/${await companyId(app, 'bouwmeester')}/invitation`)
    expect(await kids('?company=bouwmeester')).toEqual(own)
    await turn(true)
    expect(await kids('?company=bouwmeester')).toEqual(own)
    expect((await app.visitor().get('/lti/jwks?company=nobody-at-all')).status).toBe(404)
    const { headers } = await app.visitor().get('/lti/jwks')
    expect(headers.get('cache-control')).toBe('public, max-age=300')
  })

  it('of a thousand companies stays below half a megabyte, and of one it is small', async () => {
    const before = (await app.visitor().get('/lti/jwks')).bytes.length
    const [company, [published]] = [await companyId(app, 'noordwind'), await system(() => db.from('lti_public_keys').select('published'))]
    await system(() =>
      db.rawQuery(
        `insert into lti_public_keys (company_id, kid, published) select ?, 'many-' || n, ?::jsonb from generate_series(1, 1000) n`,
        [company, JSON.stringify(published.published)],
      ),
    )
    try {
      const size = (await app.visitor().get('/lti/jwks')).bytes.length
      expect(size).toBeLessThan(512 * 1024)
      expect((await app.visitor().get('/lti/jwks?company=bouwmeester')).bytes.length).toBeLessThan(before)
    } finally {
      await system(() => db.from('lti_public_keys').whereLike('kid', 'many-%').delete())
    }
  })
})

describe('two tabs that select courses', () => {
  it('do not end each other', async () => {
    platform.given.user = { sub: 'two-tabs', given_name: 'Twee', family_name: 'Tabs', roles: [INSTRUCTOR] }
    platform.given.deepLinking = true
    const begin = async () => {
      const { framed } = shownBy(await browserAt(app, platform).launch())!
      return framed!.path!.replace('/lti/kiezen/', '')
    }
    const send = (token: string) => fetch(`${app.url}/lti/deeplink`, { method: 'POST', body: new URLSearchParams({ token }) })
    const [one, two] = [await begin(), await begin()]
    expect((await send(one)).status).toBe(200)
    expect((await send(two)).status).toBe(200)
    for (const token of [one, two]) expect((await send(token)).status).toBe(409)
    platform.given.deepLinking = false
  })
})

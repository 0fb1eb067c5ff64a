import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '#core/testing/app'
import { PASSWORD, TestClient } from '#core/testing/client'

const PERSON = 'leerling@noordwind.example'
const SUPERVISOR = 'beheerder@noordwind.example'
let app: TestApp
let db: typeof import('@adonisjs/lucid/services/db').default
/** Passkeys are bound to a host name, and the tests' own address is an IP address. */
let url: string

beforeAll(async () => {
  app = await testApp()
  url = app.url.replace('127.0.0.1', 'localhost')
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
})
const system = <T>(work: () => PromiseLike<T>) => app.asSystem(async () => await work())
beforeEach(async () => {
  await system(async () => {
    for (const table of ['core_rate_limits', 'core_passkeys', 'core_recovery_codes', 'core_second_factors']) await db.from(table).delete()
    await db.from('core_users').update({ second_factor_at: null })
  })
  await rule('allowed')
})
const rule = (value: string) =>
  system(() => db.from('core_companies').where('login_id', 'noordwind').update({ second_factor: value, updated_at: new Date() }))
const visitor = () => new TestClient(url)
const login = (email: string, client = visitor()) => client.post('/public/auth/login/', { email, password: PASSWORD, company: 'noordwind' })
async function signedIn(email: string) {
  const client = visitor()
  expect((await login(email, client)).body.status).toBe('good')
  return client
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const b64 = (data: Uint8Array) => Buffer.from(data).toString('base64url')

/** A software authenticator: stores a key and signs what a browser gives it (WebAuthn Level 3, sections 6 and 7), ES256. */
class Authenticator {
  readonly id = randomBytes(16)
  counter = 0
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })

  /** @param origin of the page that asks; the browser writes it, not the page */
  #clientData(type: string, challenge: string, origin: string) {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  }
  #authData(rpId: string, more = Buffer.alloc(0)) {
    this.counter += 1
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.counter)
    return Buffer.concat([sha256(rpId), Buffer.from([more.length ? 0x41 : 0x01]), counter, more])
  }
  make({ challenge, rp }: { challenge: string; rp: { id: string } }, origin = url) {
    const jwk = this.#keys.publicKey.export({ format: 'jwk' })
    const [x, y] = [Buffer.from(jwk.x!, 'base64url'), Buffer.from(jwk.y!, 'base64url')]
    const cose = new Map<number, number | Buffer>([[1, 2], [3, -7], [-1, 1], [-2, x], [-3, y]]) // prettier-ignore
    const length = Buffer.alloc(2)
    length.writeUInt16BE(this.id.length)
    const key = Buffer.from(isoCBOR.encode(cose as never))
    const authData = this.#authData(rp.id, Buffer.concat([Buffer.alloc(16), length, this.id, key]))
    const attestation = new Map<string, unknown>([['fmt', 'none'], ['attStmt', new Map()], ['authData', authData]]) // prettier-ignore
    return {
      id: b64(this.id),
      response: {
        clientDataJSON: b64(this.#clientData('webauthn.create', challenge, origin)),
        attestationObject: b64(isoCBOR.encode(attestation as never)),
      },
    }
  }
  sign({ challenge, rpId }: { challenge: string; rpId: string }, origin = url) {
    const clientData = this.#clientData('webauthn.get', challenge, origin)
    const authenticatorData = this.#authData(rpId)
    const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientData)]), this.#keys.privateKey)
    return {
      id: b64(this.id),
      response: { clientDataJSON: b64(clientData), authenticatorData: b64(authenticatorData), signature: b64(signature) },
    }
  }
}

const PATH = '/api/core/account/passkeys'
async function add(client: TestClient, name: string, key = new Authenticator()) {
  const { body } = await client.post(PATH, { current: PASSWORD })
  const { token, options } = body.data
  const response = key.make(options)
  const kept = await client.post(`${PATH}/confirm`, { token, name, response })
  return { key, kept, token, response }
}
const ways = async (token: string, client = visitor()) => (await client.post('/public/auth/second_factor/ways', { token })).body
const answer = (token: string, response: object, client = visitor()) =>
  client.post('/public/auth/second_factor/passkey', { token, response })
const REFUSED = [{ field: 'response', rule: 'passkey_refused' }]

describe('a passkey', () => {
  it('is created after the password, with a name, once; the first one gives recovery codes and ends other sessions', async () => {
    const [client, other] = [await signedIn(PERSON), await signedIn(PERSON)]
    expect((await client.post(PATH, { current: 'vergeten' })).body.errors).toEqual([{ field: 'current', rule: 'wrong_password' }])
    const { kept, token, response } = await add(client, 'Werktelefoon')
    expect(kept.body.data.recovery_codes).toHaveLength(10)
    expect((await other.get('/user/identify')).status).toBe(401)
    expect((await client.post(`${PATH}/confirm`, { token, name: 'x', response })).body.code).toBe('passkey_expired')
    const second = await add(client, 'Sleutelbos')
    expect(second.kept.body.data.recovery_codes).toBeNull()
    const { data } = (await client.get(PATH)).body
    expect(data).toMatchObject({ available: true, app: false, passkeys: [{ name: 'Sleutelbos', here: true }, { name: 'Werktelefoon' }] })
    expect((await client.get('/api/core/account/second_factor')).body.data).toMatchObject({ on: true, codes_left: 10 })
    // A host addressed by its number has none.
    const byNumber = app.visitor()
    byNumber.cookies.set('session', client.cookies.get('session')!)
    expect((await byNumber.get(PATH)).body.data.available).toBe(false)
  })

  it('is limited to ten, also for concurrent requests', async () => {
    const client = await signedIn(PERSON)
    const begun: { token: string; response: object }[] = []
    await add(client, 'Eerste')
    await system(async () => {
      const { id: _own, credential_id: _its, ...row } = await db.from('core_passkeys').firstOrFail()
      await db.table('core_passkeys').multiInsert(Array.from({ length: 8 }, (_, n) => ({ ...row, credential_id: `kept-${n}` })))
    })
    for (let n = 0; n < 4; n += 1) {
      const { token, options } = (await client.post(PATH, { current: PASSWORD })).body.data
      begun.push({ token, response: new Authenticator().make(options) })
    }
    const kept = await Promise.all(begun.map((one) => client.post(`${PATH}/confirm`, { ...one, name: 'Sleutel' })))
    expect(kept.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await client.get(PATH)).body.data.passkeys).toHaveLength(10)
    expect((await client.post(PATH, { current: PASSWORD })).body.code).toBe('too_many_passkeys')
  })

  it('is asked after the password and before the session; its signature works once, on this page, for this person', async () => {
    const { key, kept } = await add(await signedIn(PERSON), 'Telefoon')
    const browser = visitor()
    const { body } = await login(PERSON, browser)
    expect(body).toEqual({ status: 'second_factor', step: 'code', token: expect.any(String) })
    const { passkey, app: hasApp } = await ways(body.token)
    expect([hasApp, passkey.allowCredentials.map(({ id }: { id: string }) => id)]).toEqual([false, [b64(key.id)]])
    expect((await browser.get('/user/identify')).status).toBe(401)

    expect((await answer(body.token, key.sign(passkey, 'https://platform.evil.example'))).body.errors).toEqual(REFUSED)
    expect((await answer(body.token, new Authenticator().sign(passkey))).body.errors).toEqual(REFUSED)
    const elsewhere = key.sign({ ...passkey, rpId: 'evil.example' })
    expect((await answer(body.token, elsewhere)).body.errors).toEqual(REFUSED)
    const other = (await login(PERSON)).body.token
    const signed = key.sign(passkey)
    expect((await answer(other, signed)).body.errors).toEqual(REFUSED)
    expect((await answer(body.token, signed, browser)).body).toMatchObject({ status: 'good', role: 'leerling' })
    expect((await browser.get('/user/identify')).body.email).toBe(PERSON)
    expect((await answer(body.token, signed)).body.code).toBe('second_step_expired')

    // A copy of the key, whose counter continues from the moment of copying.
    const again = (await login(PERSON)).body.token
    key.counter = 0
    expect((await answer(again, key.sign((await ways(again)).passkey))).body.errors).toEqual(REFUSED)
    // The recovery codes stay valid.
    const [code] = kept.body.data.recovery_codes
    expect((await visitor().post('/public/auth/second_factor', { token: again, code })).body.status).toBe('good')
  })

  it('satisfies a company that requires a second factor: it can be created during sign-in, and the last one cannot be deleted', async () => {
    await rule('demanded')
    const browser = visitor()
    const { token } = (await login(SUPERVISOR, browser)).body
    expect(await ways(token)).toMatchObject({ may_make_passkey: true, passkey: null })
    const { options } = (await browser.post('/public/auth/second_factor/passkey/make', { token })).body
    const key = new Authenticator()
    const made = { token, name: 'Eerste passkey', response: key.make(options) }
    const done = await browser.post('/public/auth/second_factor/passkey/keep', made)
    expect(done.body).toMatchObject({ status: 'good', role: 'beheerder' })
    expect(done.body.recovery_codes).toHaveLength(10)
    const [{ id }] = (await browser.get(PATH)).body.data.passkeys
    const remove = (which: number, client = browser) => client.post(`${PATH}/${which}/remove`, { current: PASSWORD })
    expect((await remove(id)).body.code).toBe('second_factor_demanded')
    expect((await login(SUPERVISOR)).body.step).toBe('code')
    await add(browser, 'Tweede')
    expect((await remove(id)).status).toBe(200)

    // Another person's passkey is not found, and nobody creates one during another person's sign-in.
    const stranger = await signedIn(PERSON)
    const [left] = (await browser.get(PATH)).body.data.passkeys
    expect((await remove(left.id, stranger)).status).toBe(404)
    await rule('allowed')
    expect((await remove(left.id)).status).toBe(200)
    expect((await browser.get('/api/core/account/second_factor')).body.data).toMatchObject({ on: false, codes_left: 0 })
    expect((await login(SUPERVISOR)).body.status).toBe('good')
  })

  it('is deleted with the second factor, and is exported without its key', async () => {
    const client = await signedIn(PERSON)
    await add(client, 'Telefoon')
    const { exportCoreData } = await import('#core/privacy/core_data')
    const member = await system(() =>
      db.from('core_memberships as m').join('core_users as u', 'u.id', 'm.user_id').where('u.email', PERSON).select('m.id').firstOrFail(),
    )
    const data = await app.inCompany('noordwind', () => exportCoreData(member.id))
    expect(data.passkeys).toMatchObject([{ name: 'Telefoon', rp_id: 'localhost' }])
    expect(JSON.stringify(data.passkeys)).not.toContain('public_key')
    expect((await client.post('/api/core/account/second_factor/remove', { current: PASSWORD })).status).toBe(200)
    expect((await client.get(PATH)).body.data.passkeys).toEqual([])
    expect((await login(PERSON)).body.status).toBe('good')
  })
})

import { Scrypt } from '@adonisjs/core/hash/drivers/scrypt'
import { beforeAll, describe, expect, it } from 'vitest'
import { PasswordHasher } from '#core/accounts/password_hasher'
import { PASSWORD, type TestApp, testApp } from '#core/testing/app'

const hasher = new PasswordHasher()
const old = new Scrypt({ cost: 16_384, blockSize: 8, parallelization: 1, maxMemory: 33_554_432 })

describe('the hash of a password', () => {
  it('is argon2id at OWASP’s cost with its own salt', async () => {
    const [one, two] = [await hasher.make('secret'), await hasher.make('secret')]
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
    expect(one).not.toBe(two)
    for (const value of [one, two]) {
      expect(await hasher.verify(value, 'secret')).toBe(true)
      expect(await hasher.verify(value, 'Secret')).toBe(false)
      expect(hasher.needsReHash(value)).toBe(false)
    }
    expect(await hasher.verify(await hasher.make('wachtwoord ✓ é'), 'wachtwoord ✓ é')).toBe(true)
  })

  it('agrees with the reference implementation', async () => {
    const reference = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
    expect(await hasher.verify(reference, 'password')).toBe(true)
    expect(await hasher.verify(reference, 'passwore')).toBe(false)
    expect(hasher.needsReHash(reference), 'another cost').toBe(true)
  })

  it('verifies scrypt hashes and asks to renew them', async () => {
    const value = await old.make('secret')
    expect(hasher.isValidHash(value)).toBe(true)
    expect(await hasher.verify(value, 'secret')).toBe(true)
    expect(await hasher.verify(value, 'other')).toBe(false)
    expect(hasher.needsReHash(value)).toBe(true)
  })
})

describe('a sign-in', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await testApp()
  })
  const email = 'leerling@bouwmeester.example'
  const stored = () =>
    app.asSystem(async () => {
      const { default: db } = await import('@adonisjs/lucid/services/db')
      return (await db.from('core_users').where('email', email).select('password').firstOrFail()).password as string
    })

  it('renews an old hash after a correct password, and not before', async () => {
    const before = await old.make(PASSWORD)
    await app.asSystem(async () => {
      const { default: db } = await import('@adonisjs/lucid/services/db')
      await db.from('core_users').where('email', email).update({ password: before })
    })
    const signIn = (password: string) => app.visitor().post('/public/auth/login/', { email, password })
    expect((await signIn('wrong')).status).toBe(401)
    expect(await stored()).toBe(before)
    expect((await signIn(PASSWORD)).status).toBe(200)
    const renewed = await stored()
    expect(renewed).toMatch(/^\$argon2id\$/)
    expect((await signIn(PASSWORD)).status).toBe(200)
    expect(await stored()).toBe(renewed)
  })
})

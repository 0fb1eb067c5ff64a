import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '#core/testing/app'

let app: TestApp
let db: typeof import('@adonisjs/lucid/services/db').default
let tokens: typeof import('#core/accounts/tokens')
let codes: typeof import('#core/accounts/codes')
const PURPOSE = { name: 'test.door', seconds: 3600 }
beforeAll(async () => {
  app = await testApp()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
  tokens = await import('#core/accounts/tokens')
  codes = await import('#core/accounts/codes')
})

const memberOf = (company: string) =>
  app.inCompany(company, async () => {
    const row = await db.from('core_memberships').orderBy('id').firstOrFail()
    return { userId: row.user_id as number, membershipId: row.id as number }
  })

describe('a token of the kit', () => {
  it('is issued by a company for its own people only', async () => {
    const theirs = await memberOf('bouwmeester')
    for (const subject of [theirs, { ...theirs, membershipId: null }]) {
      await expect(app.inCompany('noordwind', () => tokens.issueToken(PURPOSE, subject))).rejects.toThrow(/own memberships/)
      await expect(app.inCompany('noordwind', () => codes.issueCode(PURPOSE, subject))).rejects.toThrow(/own memberships/)
      await expect(app.inCompany('noordwind', () => tokens.revokeTokens(PURPOSE, subject))).rejects.toThrow(/own memberships/)
    }
  })

  it('is used up with its work, in the person’s company, once for concurrent requests, and stays when the work fails', async () => {
    const subject = await memberOf('noordwind')
    const { token } = await app.inCompany('noordwind', () => tokens.issueToken(PURPOSE, subject))
    await expect(
      tokens.useToken(PURPOSE, token, async () => {
        throw new Error('no room')
      }),
    ).rejects.toThrow('no room')
    expect((await tokens.readToken(PURPOSE, token))!.state).toBe('open')
    let ran = 0
    const results = await Promise.all(
      Array.from({ length: 5 }, () =>
        tokens.useToken(PURPOSE, token, async ({ membershipId }) => {
          ran += 1
          expect(membershipId).toBe(subject.membershipId)
          return (await db.from('core_companies').firstOrFail()).login_id as string
        }),
      ),
    )
    expect(ran).toBe(1)
    expect(results.filter(Boolean)).toEqual(['noordwind'])
    expect((await tokens.readToken(PURPOSE, token))!.state).toBe('used')
    expect(await tokens.useToken({ ...PURPOSE, name: 'test.other' }, token, async () => 'in')).toBeNull()
    expect(await tokens.useToken(PURPOSE, 'short', async () => 'in')).toBeNull()
  })

  it('leaves connections for its work and for everybody else when many people use one concurrently', async () => {
    const { asSystem } = await import('#core/tenancy/scope')
    const links = await app.inCompany('noordwind', async () => {
      const members = await db.from('core_memberships').orderBy('id').limit(12)
      return Promise.all(members.map(({ id, user_id }) => tokens.issueToken(PURPOSE, { userId: user_id, membershipId: id })))
    })
    let ran = 0
    // Twice each, as people press twice.
    const using = [...links, ...links].map(({ token }) =>
      tokens.useToken(PURPOSE, token, async ({ userId }) => {
        ran += 1
        return asSystem('tests', async () => (await db.from('core_users').where('id', userId).firstOrFail()).id as number)
      }),
    )
    expect((await app.visitor().get('/health/ready')).status).toBe(200)
    expect((await Promise.all(using)).filter(Boolean)).toHaveLength(12)
    expect(ran).toBe(12)
  })

  it('ends when it is revoked or expires', async () => {
    const subject = await memberOf('noordwind')
    const [first, late] = await app.inCompany('noordwind', async () => [
      await tokens.issueToken(PURPOSE, subject),
      await tokens.issueToken({ ...PURPOSE, seconds: -1 }, subject),
    ])
    expect(await tokens.useToken(PURPOSE, late!.token, async () => 'in')).toBeNull()
    await app.inCompany('noordwind', () => tokens.revokeTokens(PURPOSE, subject))
    expect(await tokens.useToken(PURPOSE, first!.token, async () => 'in')).toBeNull()
  })
})

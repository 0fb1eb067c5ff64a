import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '#core/testing/app'
import { superuserOfTest } from '#core/testing/superuser'

let app: TestApp
let owner: string | undefined
beforeAll(async () => {
  app = await testApp()
  owner = process.env.DATABASE_OWNER_URL
})

/** Work that each start does with an up-to-date database. */
async function startAgain(): Promise<string[]> {
  const { settings } = await import('#core/config/settings')
  // A start forgets the owner's address once it has migrated.
  Object.assign(await settings(), { databaseOwnerUrl: owner })
  const { migrate } = await import('#core/database/migrate')
  return migrate(await app.adonis.container.make('lucid.db'))
}

describe('a start', () => {
  it('stops with one line on a PostgreSQL that is too old', async () => {
    const { assertVersion } = await import('#core/database/migrate')
    const of = (version: string) => assertVersion({ query: async () => ({ rows: [{ version }] }) } as never)
    await expect(of('15.14 (Debian 15.14-0+deb12u1)')).rejects.toThrow(
      /^DATABASE_URL: this is PostgreSQL 15.14, and the platform needs PostgreSQL 16 or newer.$/,
    )
    await expect(of('16.0')).resolves.toBeUndefined()
    await expect(of('18beta1')).resolves.toBeUndefined()
  })

  it('continues when the operator added an extension with views and tables, and stops at a custom view', async () => {
    const superuser = await superuserOfTest()
    try {
      await superuser.query('create extension pg_stat_statements')
      expect(await startAgain()).toEqual([])
      await superuser.query('create view peek as select id, company_id from core_memberships')
      await expect(startAgain()).rejects.toThrow(/View "peek" reads past the policies/)
      await superuser.query('drop view peek')
      await superuser.query('create table heap (id int)')
      await expect(startAgain()).rejects.toThrow(/Table "heap" has no forced policy/)
    } finally {
      await superuser.end()
    }
  })
})

import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DatabaseUrls, databaseEnv } from '#core/database/urls'
import { cloneTemplate } from '#core/testing/clone'

// A login that policies do not restrict would run the platform without tenant isolation: the start refuses it.

const WEAK = {
  tests_super: 'login superuser',
  tests_bypass: 'login bypassrls',
  tests_owner: 'login in role platform_owner',
  tests_across: 'login in role platform_across',
} as const

const { clone, drop: dropClone } = await cloneTemplate(process.env)
const urls: DatabaseUrls = {
  databaseUrl: clone.DATABASE_URL,
  databaseAcrossUrl: clone.DATABASE_ACROSS_URL,
  databaseOwnerUrl: clone.DATABASE_OWNER_URL,
}
const as = (login: string) => Object.assign(new URL(urls.databaseUrl), { username: login, password: 'weak' }).href
const folder = mkdtempSync(join(tmpdir(), 'logins-'))

async function asSuperuser(...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: process.env.TEST_SUPERUSER_URL })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}
const drop = Object.keys(WEAK).map((login) => `drop role if exists ${login}`)
beforeAll(() => asSuperuser(...drop, ...Object.entries(WEAK).map(([login, how]) => `create role ${login} ${how} password 'weak'`)))
afterAll(async () => {
  await dropClone()
  await asSuperuser(...drop)
  rmSync(folder, { recursive: true, force: true })
})

describe('the logins of the application', () => {
  it('pass when they have only the rights they need', async () => {
    const { checkLogins } = await import('#core/database/logins')
    await expect(checkLogins(urls)).resolves.toBeUndefined()
  })

  const wrong: [keyof DatabaseUrls, keyof typeof WEAK, RegExp][] = [
    ['databaseUrl', 'tests_super', /^DATABASE_URL: the login "tests_super" is a superuser/],
    ['databaseUrl', 'tests_bypass', /bypasses row-level security/],
    ['databaseUrl', 'tests_owner', /owns the database/],
    ['databaseUrl', 'tests_across', /may become platform_across/],
    ['databaseAcrossUrl', 'tests_super', /^DATABASE_ACROSS_URL: the login "tests_super" is a superuser/],
    ['databaseAcrossUrl', 'tests_owner', /owns the database/],
  ]
  for (const [setting, login, message] of wrong) {
    it(`are refused as ${login} for ${setting}`, async () => {
      const { checkLogins } = await import('#core/database/logins')
      const failure = (await checkLogins({ ...urls, [setting]: as(login) }).catch((error: unknown) => error)) as Error
      expect(failure.message).toMatch(message)
      expect(failure.message).not.toContain('\n')
    })
  }

  it('stop the start of the server with one line', async () => {
    const child = spawn(process.execPath, ['--import=@poppinss/ts-exec', 'core/bin/serve_only.ts'], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        ...databaseEnv({ ...urls, databaseUrl: as('tests_super') }),
        NODE_ENV: 'production',
        DATA_DIR: folder,
        PORT: '0',
        DEMO: 'false',
      },
    })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk))
    const code = await new Promise((resolve) => child.on('close', resolve))
    expect(code).toBe(1)
    const lines = said.trim().split('\n')
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatch(/DATABASE_URL: the login "tests_super" is a superuser/)
  })
})

describe('a migration', () => {
  it('that changed after it ran stops the start and is named', async () => {
    const { assertUnchanged } = await import('#core/database/migration_hashes')
    const owner = new pg.Client({ connectionString: urls.databaseOwnerUrl })
    await owner.connect()
    try {
      await assertUnchanged(owner)
      await owner.query('begin')
      await owner.query(`update core_migrations_hashes set hash = 'other' where name like '%0002_outbox_mail_files'`)
      await expect(assertUnchanged(owner)).rejects.toThrow(
        /^Migration "core\/database\/migrations\/0002_outbox_mail_files" was changed after it ran/,
      )
    } finally {
      await owner.query('rollback')
      await owner.end()
    }
  })

  it('may get other comments, but no other code', async () => {
    const { hashOfSource } = await import('#core/database/migration_hashes')
    const written = (comment: string, type: string) => `
      import { sql } from '../sql.js'
      /**
       * ${comment}
       */
      export default sql(\`
        -- ${comment}
        create table things (id ${type})
      \`)
      // ${comment}`
    expect(hashOfSource(written('A thing.', 'bigint'))).toBe(hashOfSource(written('One row per thing.', 'bigint')))
    expect(hashOfSource(written('A thing.', 'text'))).not.toBe(hashOfSource(written('A thing.', 'bigint')))
  })
})

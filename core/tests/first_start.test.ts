import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseEnv, inDatabase } from '#core/database/urls'
import { freePort, waitUntilReady } from '#core/testing/server_process'

// The first start of a production process as an operator does it: an empty database, a key, and no folder yet.

const folder = mkdtempSync(join(tmpdir(), 'first-start-'))
const dataDir = join(folder, 'somewhere', 'data')
const name = `first_${process.pid}`
let server: ChildProcess | undefined

async function superuser(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: process.env.TEST_SUPERUSER_URL })
  await client.connect()
  await client.query(sql)
  await client.end()
}
beforeAll(() => superuser(`create database ${name} owner platform_owner`))
afterAll(async () => {
  server?.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
  await superuser(`drop database ${name} with (force)`)
})

describe('a first production start in an empty folder', () => {
  it('migrates the empty database, creates its folder for its own user only, and serves without a demo', { timeout: 300_000 }, async () => {
    const port = await freePort()
    const env: NodeJS.ProcessEnv = { ...process.env }
    for (const key of Object.keys(env)) if (/^(APP_URL|DEMO|NODE_OPTIONS|VITEST.*|TEST.*)$/.test(key)) delete env[key]
    const inOwn = (url: string | undefined) => inDatabase(url!, name)
    const urls = {
      databaseUrl: inOwn(process.env.TEST_DATABASE_URL),
      databaseAcrossUrl: inOwn(process.env.TEST_DATABASE_ACROSS_URL),
      databaseOwnerUrl: inOwn(process.env.TEST_DATABASE_OWNER_URL),
    }
    const own = { NODE_ENV: 'production', APP_KEY: 'k'.repeat(43), DATA_DIR: dataDir, PORT: String(port) }
    server = spawn(process.execPath, ['--import=@poppinss/ts-exec', 'core/bin/serve_only.ts'], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...env, ...databaseEnv(urls), ...own },
    })
    let said = ''
    server.stderr!.on('data', (chunk) => (said += chunk))
    const url = `http://127.0.0.1:${port}`
    await waitUntilReady(url, server, 120).catch((error: Error) => expect.fail(`${error.message}\n${said}`))
    expect(said).toBe('')
    expect(statSync(dataDir).mode & 0o777).toBe(0o700)
    expect((await fetch(`${url}/login`)).status).toBe(200)
    // A production start has neither demo sign-ins nor the payment simulator.
    expect((await fetch(`${url}/login/noordwind`)).status).toBe(404)
    expect(existsSync(join(dataDir, 'payment_simulator.json'))).toBe(false)
    const ended = once(server, 'exit')
    server.kill('SIGTERM')
    expect((await ended)[0]).toBe(0)
  })
})

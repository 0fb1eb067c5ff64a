import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { freePort, waitUntilReady } from '#core/testing/server_process'

// The embedded PostgreSQL dies while the server runs: killed by hand, or by the system for lack of memory.

const folder = mkdtempSync(join(tmpdir(), 'database-killed-'))
chmodSync(folder, 0o755)
let server: ChildProcess | undefined
const postgresPid = () => Number(readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
afterAll(() => {
  server?.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

describe.skipIf(process.platform !== 'linux')('a killed PostgreSQL', () => {
  it('is restarted with its data; when it cannot start, the server exits with one line', { timeout: 300_000 }, async () => {
    const port = await freePort()
    const environment: NodeJS.ProcessEnv = { ...process.env, NODE_ENV: 'production', DATA_DIR: folder, PORT: String(port), DEMO: 'false' }
    for (const name of ['DATABASE_URL', 'DATABASE_ACROSS_URL', 'DATABASE_OWNER_URL', 'APP_URL']) delete environment[name]
    server = spawn(process.execPath, ['--import=@poppinss/ts-exec', 'core/bin/serve_only.ts'], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: environment,
    })
    let said = ''
    for (const stream of [server.stdout!, server.stderr!]) stream.on('data', (chunk) => (said += chunk))
    const ended = new Promise<number | null>((resolve) => server!.once('exit', resolve))
    const url = `http://127.0.0.1:${port}`
    await waitUntilReady(url, server, 120)

    const first = postgresPid()
    process.kill(first, 'SIGKILL')
    await vi.waitFor(() => expect(said).toContain('PostgreSQL ended by itself and was started again'), { timeout: 60_000, interval: 100 })
    expect(postgresPid()).not.toBe(first)
    await waitUntilReady(url, server, 60)
    // Every lost connection is opened again.
    for (let i = 0; i < 20; i++) expect((await fetch(`${url}/login`)).status).toBe(200)

    renameSync(join(folder, 'postgres', 'global'), join(folder, 'postgres', 'gone'))
    process.kill(postgresPid(), 'SIGKILL')
    expect(await ended).toBe(1)
    expect(said.trim().split('\n').at(-1)).toMatch(/^PostgreSQL ended and could not be started again, so the server ends: /)
  })
})

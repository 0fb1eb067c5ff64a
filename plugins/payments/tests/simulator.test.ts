import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '#core/testing/app'

// The simulated card payment provider of a demo: one per data folder, and none where others reach the platform.

let folders: string[] = []
const folder = async () => {
  const made = await mkdtemp(join(tmpdir(), 'simulator-'))
  folders = [...folders, made]
  return made
}
const start = async (at: string) =>
  (await import('../simulator/server.js')).startSimulator({ folder: at, webhook: 'http://127.0.0.1:9/webhook' })

beforeAll(async () => void (await testApp()))
afterAll(() => Promise.all(folders.map((each) => rm(each, { recursive: true }))))

describe('the simulator', () => {
  it('has its own secrets in each data folder, and keeps them and its port after a restart', async () => {
    const [mine, theirs] = [await folder(), await folder()]
    const first = await start(mine)
    const other = await start(theirs)
    expect(first.settings.webhookSecret).toMatch(/^whsec_[0-9a-f]{24}$/)
    expect(first.settings.secretKey).toMatch(/^sk_test_[0-9a-f]{24}$/)
    expect(other.settings.webhookSecret).not.toBe(first.settings.webhookSecret)
    expect(other.settings.secretKey).not.toBe(first.settings.secretKey)
    expect(other.url).not.toBe(first.url)
    await first.stop()
    const again = await start(mine)
    expect(again.settings).toEqual(first.settings)
    await again.stop()
    await other.stop()
  })

  it('uses another port when its own is in use', async () => {
    const mine = await folder()
    const first = await start(mine)
    const clocks = () => process.getActiveResourcesInfo().filter((what) => what === 'Timeout').length
    const before = clocks()
    const beside = await start(mine)
    expect(beside.url).not.toBe(first.url)
    // Nothing of the failed attempt is left: otherwise the process would never end.
    expect(clocks()).toBe(before + 1)
    await first.stop()
    await beside.stop()
  })

  it('runs only in a demo that nobody else reaches', async () => {
    const { loadSettings } = await import('#core/config/settings')
    const local = async (env: Record<string, string>) => (await loadSettings({ APP_KEY: 'k'.repeat(40), ...env })).isLocal
    expect(await local({})).toBe(true)
    expect(await local({ APP_URL: 'http://localhost:3333' })).toBe(true)
    expect(await local({ HOST: '0.0.0.0', DEMO: 'true' })).toBe(false)
    expect(await local({ APP_URL: 'https://opleidingen.example', DEMO: 'true' })).toBe(false)

    const { startPayments } = await import('../server/start.js')
    const { provider } = await import('../server/stripe/provider.js')
    const stop = await startPayments({ demo: false, dataDir: await folder(), host: '127.0.0.1', port: 3333 })
    expect(stop).toBeUndefined()
    expect(provider()).toBeNull()
  })
})

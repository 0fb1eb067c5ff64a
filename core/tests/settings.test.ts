import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { isPackagesHostname, packagesAddress, sharedDomain } from '#core/config/packages_url'
import { SettingsError, loadSettings } from '#core/config/settings'

const DATA_DIR = mkdtempSync(join(tmpdir(), 'settings-'))
afterAll(() => rmSync(DATA_DIR, { recursive: true }))

describe('settings', () => {
  it('are all optional, and the generated key is kept', async () => {
    const first = await loadSettings({ DATA_DIR })
    expect(first).toMatchObject({ host: '127.0.0.1', port: 3333, appUrl: 'http://127.0.0.1:3333', mail: null, loadDemo: true })
    expect(first.appKey.length).toBeGreaterThanOrEqual(32)
    expect((await loadSettings({ DATA_DIR })).appKey).toBe(first.appKey)
  })

  it('create no demo people, whose password is public, where others can reach them, unless requested', async () => {
    const demo = async (env: Record<string, string>) => (await loadSettings({ DATA_DIR, ...env })).loadDemo
    expect(await demo({})).toBe(true)
    expect(await demo({ HOST: 'localhost', APP_URL: 'http://127.0.0.1:3333' })).toBe(true)
    expect(await demo({ HOST: '0.0.0.0' })).toBe(false)
    expect(await demo({ APP_URL: 'https://leren.example.org' })).toBe(false)
    expect(await demo({ HOST: '0.0.0.0', DEMO: 'true' })).toBe(true)
  })

  it('give packages a separate host name: on one machine the other name of it', async () => {
    const packages = async (env: Record<string, string>) => {
      const { packages: address } = await loadSettings({ DATA_DIR, ...env })
      return address && `${address.protocol}//${address.isWildcard ? '*.' : ''}${address.hostname}${address.port}`
    }
    expect(await packages({})).toBe('http://localhost:3333')
    expect(await packages({ PORT: '3410', APP_URL: 'http://localhost:3410/' })).toBe('http://127.0.0.1:3410')
    expect(await packages({ PACKAGES_URL: 'none' })).toBeNull()
    expect(await packages({ HOST: '0.0.0.0' })).toBeNull()
    expect(await packages({ APP_URL: 'https://leren.example.org' })).toBeNull()
    const APP_URL = 'https://leren.example.org'
    expect(await packages({ APP_URL, PACKAGES_URL: 'https://pakketten.example/' })).toBe('https://pakketten.example')
    expect(await packages({ APP_URL, PACKAGES_URL: 'https://*.pakketten.example:8443' })).toBe('https://*.pakketten.example:8443')
  })

  it('include the host names of packages', () => {
    const isOf = (url: string, name: string) => isPackagesHostname(packagesAddress(url, 'https://leren.example.org', '127.0.0.1')!, name)
    expect(isOf('https://pakketten.example', 'PAKKETTEN.example')).toBe(true)
    expect(isOf('https://pakketten.example', 'a.pakketten.example')).toBe(false)
    expect(isOf('https://*.pakketten.example', 'a.pakketten.example')).toBe(true)
    expect(isOf('https://*.pakketten.example', 'pakketten.example')).toBe(false)
    expect(isOf('https://*.pakketten.example', 'apakketten.example')).toBe(false)
  })

  it('report when packages share a domain with the platform', () => {
    const platform = 'https://leren.example.org'
    const shared = (url: string) => sharedDomain(packagesAddress(url, platform, '127.0.0.1')!, platform)
    expect(shared('https://pakketten.example.org')).toBe('example.org')
    expect(shared('https://*.pakketten.example.org')).toBe('example.org')
    expect(shared('https://example-pakketten.org')).toBeNull()
  })

  const wrong: [Record<string, string>, RegExp][] = [
    [{ PACKAGES_URL: 'pakketten.example' }, /PACKAGES_URL/],
    [{ PACKAGES_URL: 'http://127.0.0.1:8080' }, /PACKAGES_URL has the platform's own host \(127\.0\.0\.1\)/],
    [{ APP_URL: 'https://leren.example.org', PACKAGES_URL: 'https://*.example.org' }, /PACKAGES_URL has the platform's own host/],
    [{ APP_URL: 'https://leren.example.org', PACKAGES_URL: 'https://*.leren.example.org' }, /PACKAGES_URL has the platform's own host/],
    [{ APP_URL: 'https://leren.example.org', PACKAGES_URL: 'http://pakketten.example' }, /PACKAGES_URL must begin with https/],
    [{ APP_URL: 'http://leren.intern', PACKAGES_URL: 'http://pakketten.intern' }, /PACKAGES_URL must begin with https/],
    [{ PORT: 'http' }, /PORT/],
    [{ PORT: '70000' }, /PORT/],
    [{ HOST: 'not a host' }, /HOST/],
    [{ APP_URL: 'example' }, /APP_URL/],
    [{ APP_KEY: 'short' }, /APP_KEY/],
    [{ DATABASE_URL: 'mysql://x' }, /DATABASE_URL/],
    [{ DATABASE_URL: 'postgres://a@b/c' }, /DATABASE_OWNER_URL/],
    [{ DATABASE_URL: 'postgres://a@b/c', DATABASE_OWNER_URL: 'postgres://o@b/c' }, /DATABASE_ACROSS_URL/],
    [{ MAIL_PORT: 'smtp', MAIL_HOST: 'x' }, /MAIL_PORT/],
    [{ NODE_ENV: 'staging' }, /NODE_ENV/],
    [{ DRIVE_DISK: 'gcs' }, /DRIVE_DISK/],
    [{ DRIVE_DISK: 's3', S3_BUCKET: 'files' }, /S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY/],
    [{ DRIVE_DISK: 's3', S3_BUCKET: 'Not a bucket' }, /S3_BUCKET/],
  ]
  for (const [env, message] of wrong) {
    it(`refuse ${JSON.stringify(env)} in one line`, async () => {
      const failure = await loadSettings({ DATA_DIR, ...env }).catch((error: unknown) => error)
      expect(failure).toBeInstanceOf(SettingsError)
      expect((failure as Error).message).toMatch(message)
      expect((failure as Error).message.split('\n')).toHaveLength(1)
    })
  }
})

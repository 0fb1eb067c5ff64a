import { spawn } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pLimit from 'p-limit'
import { inDatabase, nameOf } from '../database/urls.js'
import { endChild } from '../server/orderly_stop.js'
import { cloneTemplate } from './clone.js'
import { type TestCluster, output, run } from './cluster.js'
import { type Browsers, findBrowsers } from './find_browsers.js'
import { readOutcomes } from './playwright_report.js'
import { type Outcome, withRerun } from './rerun.js'
import { freePort, waitUntilReady } from './server_process.js'
import type { Tally } from './tally.js'

const root = fileURLToPath(new URL('../../', import.meta.url))
const SPECS = 'web/tests/browser'
/** Traces of tests that failed twice. */
const results = process.env.TEST_RESULTS ?? join(root, '.data', 'test-results')
const PLAYWRIGHT = [join('node_modules', '@playwright', 'test', 'cli.js'), 'test', '--config', `${SPECS}/playwright.config.ts`]

/** Gigabytes that a server, its database connections and a browser take together. */
const MEMORY_OF_A_SPEC = 2
const specsAtOnce = () => Math.max(1, Math.min(cpus().length * 2, Math.floor(totalmem() / 1024 ** 3 / MEMORY_OF_A_SPEC)))

export interface BrowserTestOptions {
  /** Parts of file names; every spec when empty. */
  files?: string[]
  /** Runs only the tests with this text in their names. */
  grep?: string
  /** Runs the files in a random order. */
  shuffle?: boolean
}

/**
 * Runs the browser tests. Each spec file gets a server and a database of its own, so any file can run alone, in any order, beside others.
 */
export async function runBrowserTests(cluster: TestCluster, { files = [], grep, shuffle }: BrowserTestOptions = {}): Promise<Tally> {
  const browsers = findBrowsers()
  await rm(results, { recursive: true, force: true })
  const all = grep === undefined ? readdirSync(join(root, SPECS)).filter((name) => name.endsWith('.spec.ts')) : await specsWith(grep)
  const wanted = all.filter((name) => !files.length || files.some((part) => name.includes(part)))
  if (!wanted.length) throw new Error('No browser test has that name.')
  const tally = await withRerun(async (again) => {
    const inTurn = pLimit(specsAtOnce())
    const order = again ?? (shuffle ? shuffled(wanted) : longestFirst(wanted))
    const outcomes = await Promise.all(order.map((file) => inTurn(() => runSpec(cluster, browsers, file, grep, again !== undefined))))
    return outcomes.flat()
  })
  if (!tally.failed) await rm(results, { recursive: true, force: true })
  return tally
}

/** Long stories start first, so that none runs alone at the end. Lines are a good enough measure, but for the crawl of all pages. */
function longestFirst(files: string[]): string[] {
  const size = (file: string) => (file === 'crawl.spec.ts' ? Infinity : statSync(join(root, SPECS, file)).size)
  return files.toSorted((a, b) => size(b) - size(a))
}

function shuffled(files: string[]): string[] {
  const order = files.map((file) => ({ file, place: Math.random() })).toSorted((a, b) => a.place - b.place)
  console.log(`• Order: ${order.map(({ file }) => file).join(' ')}`)
  return order.map(({ file }) => file)
}

/** The spec files that have a test with this text in its name. */
async function specsWith(grep: string): Promise<string[]> {
  // Specs read the server's address when they load.
  const listed = await output([...PLAYWRIGHT, '--list', '--reporter=json', '--grep', grep], { BASE_URL: 'http://127.0.0.1' })
  const { suites } = JSON.parse(listed) as { suites: { file: string }[] }
  return [...new Set(suites.map(({ file }) => file))]
}

async function runSpec(
  cluster: TestCluster,
  { headless, whole }: Browsers,
  file: string,
  grep: string | undefined,
  isRerun: boolean,
): Promise<Outcome[]> {
  const { clone, drop } = await cloneTemplate(cluster.env)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const serverEnv = {
    NODE_ENV: 'production',
    ...clone,
    DEMO: 'true',
    PORT: String(port),
    APP_URL: url,
    // Lets a company use the sign-in provider or learning system that a test runs.
    PRIVATE_ISSUERS: '127.0.0.1,localhost',
  }
  const server = spawn(process.execPath, ['--enable-source-maps', '--import=./core/testing/cached_sources.mjs', 'core/bin/serve_only.ts'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, TEST_SOURCES: cluster.env.TEST_SOURCES, ...serverEnv },
  })
  const report = join(clone.DATA_DIR, 'playwright.json')
  try {
    await waitUntilReady(url, server)
    const args = ['--output', join(results, file), ...(grep === undefined ? [] : ['--grep', grep]), `/${file}`]
    await run([...PLAYWRIGHT, ...args], {
      BASE_URL: url,
      CHROMIUM: headless,
      // For tests that change the browser's own settings.
      WHOLE_CHROMIUM: whole,
      ...(isRerun && { TRACE: 'on' }),
      // For commands that an operator runs beside the server.
      SERVER_ENV: JSON.stringify(serverEnv),
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
      // The superuser, in the database of this server.
      TEST_DATABASE_URL: inDatabase(cluster.env.TEST_SUPERUSER_URL!, nameOf(clone.DATABASE_URL)),
    }).catch(() => {
      // Failed tests make it end with 1. The report counts them.
    })
    return await readOutcomes(report, file)
  } finally {
    await endChild(server)
    await drop()
  }
}

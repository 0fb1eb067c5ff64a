import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { chromium } from '@playwright/test'
import { inDatabase, nameOf } from '../database/urls.js'
import { buildWebIfNeeded } from '../server/build_web.js'
import { type Clone, cloneTemplate } from './clone.js'
import { type TestCluster, run, startTestCluster } from './cluster.js'
import { type Tally, add, shortened } from './checks.js'
import { freePort, waitUntilReady } from './server_process.js'

const root = fileURLToPath(new URL('../../', import.meta.url))
const results = join(root, '.data', 'test-results')
const SYSTEM_BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/usr/bin/google-chrome-stable']

/**
 * Where Chromium is: Playwright's own, the system's, or Debian's package,
 * which is installed when this process may.
 * @throws Error that says how to get one
 */
function findBrowser(): string {
  const found = [chromium.executablePath(), ...SYSTEM_BROWSERS].find((path) => path && existsSync(path))
  if (found) return found
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('• Installing Chromium …')
    const apt = (...args: string[]) =>
      spawnSync('apt-get', ['-qq', ...args], {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      })
    apt('update')
    apt('install', '-y', '--no-install-recommends', 'chromium')
    if (existsSync('/usr/bin/chromium')) return '/usr/bin/chromium'
  }
  throw new Error(
    'The browser tests need Chromium. Install it (Debian: apt-get install chromium; elsewhere: npx playwright install chromium) and run again.',
  )
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number }
  errors: { message?: string }[]
  suites: Suite[]
}

interface Suite {
  suites?: Suite[]
  specs: { title: string; file: string; line: number; ok: boolean; tests: { results: Result[] }[] }[]
}

interface Result {
  errors: { message?: string }[]
  attachments: { name: string; path?: string }[]
}

/** What stood on the pages as it failed: a run elsewhere leaves no pictures, its log is all that one has. */
const pagesOf = ({ attachments }: Result): string[] =>
  attachments
    .flatMap(({ name, path }) => (name === 'error-context' && path && existsSync(path) ? [readFileSync(path, 'utf8')] : []))
    .map((context) => /^```yaml\n([^]*?)^```/m.exec(context)?.[1] ?? '')
    // The bar and the menu are the same on every page; what failed stands below them, or in a dialog before.
    .map((page) => shortened(page.replace(/^( *)- banner[^]*?(?=^\1- )/m, ''), 80, 6_000))
    .filter(Boolean)

const failuresOf = ({ suites = [], specs }: Suite): string[] => [
  ...specs
    .filter(({ ok }) => !ok)
    .map(({ title, file, line, tests }) => {
      const results = tests.flatMap((one) => one.results)
      const said = results.flatMap(({ errors }) => errors.map(({ message }) => message))
      const failure = shortened(stripVTControlCharacters(`${file}:${line} › ${title}\n${said.join('\n')}`))
      return [failure, ...results.flatMap(pagesOf)].join('\nOn the page:\n')
    }),
  ...suites.flatMap(failuresOf),
]

/** The superuser, in the database of the server under test. */
function superuserUrl({ env }: TestCluster, { DATABASE_URL }: Clone): string {
  return inDatabase(env.TEST_SUPERUSER_URL!, nameOf(DATABASE_URL))
}

/**
 * What people do, in a real browser against the real server. All of it goes in two halves side by side, each with a server and
 * a database of its own: a half tells its story in the order of its files. What is asked for by name is one.
 */
export async function runBrowserTests(filters: string[] = []): Promise<Tally> {
  const browser = findBrowser()
  await buildWebIfNeeded((text) => console.log(text))
  await rm(results, { recursive: true, force: true })
  const parts = filters.length ? [filters] : ['1/2', '2/2'].map((half) => [`--shard=${half}`])
  const cluster = await startTestCluster()
  try {
    const tallies = await Promise.all(parts.map((args, index) => runPart(cluster, browser, args, join(results, String(index + 1)))))
    const tally = tallies.reduce(add)
    // Traces are kept when there is something to look for.
    if (!tally.failed) await rm(results, { recursive: true, force: true })
    return tally
  } finally {
    await cluster.stop()
  }
}

async function runPart(cluster: TestCluster, browser: string, args: string[], resultsFolder: string): Promise<Tally> {
  const { clone } = await cloneTemplate(cluster.env)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const serverEnv = {
    NODE_ENV: 'production',
    ...clone,
    DEMO: 'true',
    PORT: String(port),
    APP_URL: url,
    // A company's sign-in provider that a test runs.
    PRIVATE_ISSUERS: '127.0.0.1',
  }
  const server = spawn(process.execPath, ['--enable-source-maps', '--import=@poppinss/ts-exec', 'core/bin/serve_only.ts'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ...serverEnv },
  })
  const report = join(clone.DATA_DIR, 'playwright.json')
  try {
    await waitUntilReady(url, server)
    await run(
      [
        join('node_modules', '@playwright', 'test', 'cli.js'),
        'test',
        '--config',
        'web/tests/browser/playwright.config.ts',
        '--output',
        resultsFolder,
        ...args,
      ],
      {
        BASE_URL: url,
        CHROMIUM: browser,
        // For what an operator runs beside the server.
        SERVER_ENV: JSON.stringify(serverEnv),
        PLAYWRIGHT_JSON_OUTPUT_NAME: report,
        TEST_DATABASE_URL: superuserUrl(cluster, clone),
      },
    ).catch(() => {}) // Failed tests are counted below.
    const { stats, errors, suites } = JSON.parse(await readFile(report, 'utf8')) as PlaywrightReport
    const failures = [...suites.flatMap(failuresOf), ...errors.map(({ message }) => shortened(String(message)))]
    return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length, failures }
  } finally {
    if (server.exitCode === null) {
      const ended = new Promise((resolve) => server.once('exit', resolve))
      server.kill('SIGTERM')
      await ended
    }
  }
}

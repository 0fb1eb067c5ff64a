import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import pLimit from 'p-limit'
import { buildWebIfNeeded } from '../server/build_web.js'
import { run, startTestCluster } from './cluster.js'

const root = fileURLToPath(new URL('../../', import.meta.url))
const bin = (path: string) => join(root, 'node_modules', path)

export interface Tally {
  passed: number
  failed: number
  /** What failed and why, said once more at the end: a log that is cut short still tells. */
  failures: string[]
}

interface Check {
  name: string
  args: string[]
}

const PLACES = ['core', 'plugins', 'themes', 'tenants', 'web']

/** @param looked what lint and format look at; all of it when left out */
const staticChecks = (looked?: string[]): Check[] => [
  // The compiler in machine code; what reads TypeScript in this process (lint, the build) still wants the one before it.
  { name: 'types', args: [bin('typescript-native/bin/tsc'), '--noEmit', '-p', 'tsconfig.json'] },
  {
    name: 'boundaries',
    args: [
      bin('dependency-cruiser/bin/dependency-cruiser.mjs'),
      '--config',
      'core/tooling/dependency_cruiser.cjs',
      '--output-type',
      'err',
      ...PLACES,
    ],
  },
  {
    name: 'lint',
    args: [
      bin('eslint/bin/eslint.js'),
      '--config',
      'core/tooling/eslint.config.js',
      '--max-warnings',
      '0',
      ...(looked ?? [...PLACES, 'adonisrc.ts']),
    ],
  },
  { name: 'format', args: [bin('prettier/bin/prettier.cjs'), '--check', '--log-level', 'warn', ...(looked ?? ['.'])] },
  { name: 'dead code', args: [bin('knip/bin/knip.js'), '--config', 'core/tooling/knip.json', '--no-progress', '--no-config-hints'] },
]

/** Runs a command quietly. @returns what it says when it fails, which is shown too */
async function failureOf({ name, args }: Check): Promise<string | undefined> {
  const begun = Date.now()
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, FORCE_COLOR: '0' } })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  console.log(`${code === 0 ? '✓' : '✗'} ${name} (${((Date.now() - begun) / 1000).toFixed(1)} s)`)
  if (code === 0) return undefined
  console.log(output.trim())
  return shortened(`${name}\n${output.trim()}`)
}

/**
 * Codegen, types, boundaries, lint, format and dead code; each counts as one test.
 * @param looked what lint and format look at, where the rest is known to be good; all of it when left out
 */
export async function runStaticChecks(looked?: string[]): Promise<Tally> {
  const tally: Tally = { passed: 0, failed: 0, failures: [] }
  const codegen = { name: 'codegen', args: ['--import=@poppinss/ts-exec', 'core/bin/codegen.ts'] }
  const count = async (check: Check) => {
    const failure = await failureOf(check)
    if (failure === undefined) tally.passed += 1
    else {
      tally.failed += 1
      tally.failures.push(failure)
    }
  }
  // The others read what it writes.
  await count(codegen)
  const inTurn = pLimit(2)
  await Promise.all(staticChecks(looked).map((check) => inTurn(() => count(check))))
  return tally
}

/** Unit and HTTP tests on a PostgreSQL of their own. */
export async function runServerTests(filters: string[] = []): Promise<Tally> {
  // Pages name the files of the build.
  await buildWebIfNeeded((text) => console.log(text))
  const cluster = await startTestCluster()
  const report = join(cluster.env.TEST_FOLDER!, 'vitest.json')
  try {
    await run([bin('vitest/vitest.mjs'), 'run', '--config', 'core/testing/vitest.config.ts', ...filters], {
      ...cluster.env,
      TEST_REPORT: report,
    }).catch(() => {}) // Failed tests are counted below.
    const {
      numPassedTests: passed,
      numTotalTests: total,
      success,
      testResults,
    } = JSON.parse(await readFile(report, 'utf8')) as VitestReport
    // A file that cannot even load has no tests to fail.
    return { passed, failed: Math.max(total - passed, success ? 0 : 1), failures: testResults.flatMap(failuresOf) }
  } finally {
    await cluster.stop()
  }
}

interface VitestReport {
  numPassedTests: number
  numTotalTests: number
  success: boolean
  testResults: TestFile[]
}

interface TestFile {
  name: string
  status: string
  message: string
  assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
}

function failuresOf({ name, status, message, assertionResults }: TestFile): string[] {
  const file = relative(root, name)
  const failed = assertionResults.filter((test) => test.status === 'failed')
  if (!failed.length && status === 'failed') return [shortened(`${file}\n${message}`)]
  return failed.map((test) => shortened(`${file} › ${test.fullName}\n${test.failureMessages.join('\n')}`))
}

/** A failure's first lines, enough to see what it was. */
export const shortened = (text: string, lines = 15, characters = 2_000): string =>
  text.split('\n').slice(0, lines).join('\n').slice(0, characters)

export const add = (a: Tally, b: Tally): Tally => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  failures: [...a.failures, ...b.failures],
})

/** What failed once more, then the plain line for machines. */
export function tell({ passed, failed, failures }: Tally): void {
  for (const failure of failures) console.log(`\n✗ ${failure}`)
  console.log(`${failures.length ? '\n' : ''}${passed} passed, ${failed} failed`)
}

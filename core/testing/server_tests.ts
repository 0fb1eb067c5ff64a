import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type TestCluster, run } from './cluster.js'
import { type Outcome, withRerun } from './rerun.js'
import { type Tally, shortened } from './tally.js'

const root = fileURLToPath(new URL('../../', import.meta.url))

interface VitestReport {
  success: boolean
  testResults: TestFile[]
}

interface TestFile {
  /** Absolute path. */
  name: string
  status: string
  message: string
  assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
}

/**
 * Runs unit and HTTP tests.
 * @param filters file names and options, as Vitest takes them
 */
export function runServerTests(cluster: TestCluster, filters: string[] = []): Promise<Tally> {
  return withRerun((files) => outcomes(cluster, files ?? filters))
}

async function outcomes(cluster: TestCluster, args: string[]): Promise<Outcome[]> {
  const report = join(cluster.env.TEST_FOLDER!, 'vitest.json')
  const vitest = join('node_modules', 'vitest', 'vitest.mjs')
  await run([vitest, 'run', '--config', 'core/testing/vitest.config.ts', ...args], { ...cluster.env, TEST_REPORT: report }).catch(() => {
    // With failed tests it exits with 1. The report counts them.
  })
  const { success, testResults } = JSON.parse(await readFile(report, 'utf8')) as VitestReport
  const found = testResults.flatMap(outcomesOf)
  // An error outside every test fails the run too.
  if (!success && found.every(({ passed }) => passed))
    found.push({ id: 'vitest', file: '', passed: false, message: 'An error outside the tests: see the output above.' })
  return found
}

function outcomesOf({ name, status, message, assertionResults }: TestFile): Outcome[] {
  const file = relative(root, name)
  const tests = assertionResults
    .filter((test) => test.status === 'passed' || test.status === 'failed')
    .map((test) => ({
      id: `${file} › ${test.fullName}`,
      file,
      passed: test.status === 'passed',
      message: shortened(test.failureMessages.join('\n')),
    }))
  // A file that fails to load, or whose setup fails, has no failed test.
  if (status === 'failed' && tests.every(({ passed }) => passed))
    return [...tests, { id: `${file} › setup`, file, passed: false, message: shortened(message) }]
  return tests
}

import { type Tally, emptyTally, shortened } from './tally.js'

/** The result of one test, or of a file that could not load. */
export interface Outcome {
  /** `<file> › <test>` */
  id: string
  file: string
  passed: boolean
  message: string
}

/** Maximum number of files that run a second time. When more fail, something is broken and a second run would only take time. */
const MOST_FILES = 8

/**
 * Runs test files, and those with a failure once more at the end on a new database. A test that first fails and then passes counts as
 * passed and is listed as flaky.
 * @param runFiles runs the given files; all of them when `undefined`
 */
export async function withRerun(runFiles: (files?: string[]) => Promise<Outcome[]>): Promise<Tally> {
  const first = await runFiles()
  const failed = first.filter(({ passed }) => !passed)
  const files = new Set(failed.map(({ file }) => file))
  const isRerun = files.size > 0 && files.size <= MOST_FILES
  if (isRerun) console.log(`• Running ${[...files].join(', ')} again …`)
  // The second result replaces the first of the whole file: a failed test may have kept the others from running.
  const last = isRerun ? [...first.filter(({ file }) => !files.has(file)), ...(await runFiles([...files]))] : first
  const tally = emptyTally()
  for (const { id, passed, message } of last) {
    if (passed) tally.passed += 1
    else {
      tally.failed += 1
      tally.failures.push(shortened(`${id}\n${message}`, 100, 8_000))
    }
  }
  // Compared by failures, not by passes: a file that failed before its first test has no test of that name the second time.
  const failedNow = new Set(last.filter(({ passed }) => !passed).map(({ id }) => id))
  tally.flaky = failed.map(({ id }) => id).filter((id) => !failedNow.has(id))
  return tally
}

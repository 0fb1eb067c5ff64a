export interface Tally {
  passed: number
  failed: number
  /** The failures with their reasons. Repeated at the end of the run, so that a truncated log still shows them. */
  failures: string[]
  /** Tests that first failed and passed when they ran again: `<file> › <test>`. */
  flaky: string[]
}

export const emptyTally = (): Tally => ({ passed: 0, failed: 0, failures: [], flaky: [] })

export const add = (a: Tally, b: Tally): Tally => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  failures: [...a.failures, ...b.failures],
  flaky: [...a.flaky, ...b.flaky],
})

/**
 * Prints the failures, the flaky tests and the plain line "N passed, N failed" for CI.
 * @param strict counts flaky tests as failed
 * @returns the exit code
 */
export function report({ passed, failed, failures, flaky }: Tally, strict = false): 0 | 1 {
  const failedInAll = strict ? failed + flaky.length : failed
  for (const failure of failures) console.log(`\n✗ ${failure}`)
  if (failures.length) console.log('')
  for (const test of flaky) console.log(`flaky: ${test}`)
  console.log(`${passed - (strict ? flaky.length : 0)} passed, ${failedInAll} failed`)
  return failedInAll ? 1 : 0
}

/** The first lines of a failure, enough to see what went wrong. */
export const shortened = (text: string, lines = 15, characters = 2_000): string =>
  text.split('\n').slice(0, lines).join('\n').slice(0, characters)

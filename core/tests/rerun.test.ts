import { expect, it, vi } from 'vitest'
import { type Outcome, withRerun } from '../testing/rerun.js'

// How a second run treats a failure.

const outcome = (file: string, test: string, passed: boolean): Outcome => ({ id: `${file} › ${test}`, file, passed, message: 'x' })

async function run(first: Outcome[], second: Outcome[]) {
  vi.spyOn(console, 'log').mockImplementation(() => {})
  const { passed, failed, flaky } = await withRerun((files) => Promise.resolve(files ? second : first))
  vi.restoreAllMocks()
  return { passed, failed, flaky }
}

it('names a test that passes the second time, also in a file that failed before its first test', async () => {
  const good = outcome('a', 'one', true)
  expect(await run([good, outcome('b', 'two', false)], [outcome('b', 'two', true)])).toEqual({ passed: 2, failed: 0, flaky: ['b › two'] })
  expect(await run([good, outcome('b', 'setup', false)], [outcome('b', 'two', true)])).toEqual({
    passed: 2,
    failed: 0,
    flaky: ['b › setup'],
  })
})

it('reports a test that fails twice as failed', async () => {
  const bad = outcome('b', 'two', false)
  expect(await run([bad], [bad])).toEqual({ passed: 0, failed: 1, flaky: [] })
})

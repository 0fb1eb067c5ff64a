import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { restartQueue } from '#core/bin/restart_queue'

/** Restarts that end when the test says so; `most` is the highest number that ran concurrently. */
function slowRestarts() {
  const seen = { begun: 0, now: 0, most: 0 }
  let finish = () => {}
  const restart = () => {
    seen.begun += 1
    seen.now += 1
    seen.most = Math.max(seen.most, seen.now)
    return new Promise<void>((resolve) => {
      finish = () => {
        seen.now -= 1
        resolve()
      }
    })
  }
  return { seen, restart, finish: () => finish() }
}

describe('the restarts of npm run dev', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('combine files that are saved together', async () => {
    const { seen, restart } = slowRestarts()
    const queue = restartQueue(restart)
    for (let i = 0; i < 5; i++) queue.ask()
    await vi.runAllTimersAsync()
    expect(seen.begun).toBe(1)
  })

  it('never run concurrently, and one more follows for changes saved meanwhile', async () => {
    const { seen, restart, finish } = slowRestarts()
    const queue = restartQueue(restart)
    queue.ask()
    await vi.runAllTimersAsync()
    queue.ask()
    queue.ask()
    await vi.runAllTimersAsync()
    expect(seen).toMatchObject({ begun: 1, now: 1 })
    finish()
    await vi.runAllTimersAsync()
    expect(seen).toMatchObject({ begun: 2, now: 1, most: 1 })
    finish()
    await vi.runAllTimersAsync()
    expect(seen.begun).toBe(2)
  })

  it('continue after a failed one', async () => {
    const told = vi.spyOn(console, 'error').mockImplementation(() => {})
    let begun = 0
    const queue = restartQueue(async () => {
      begun += 1
      if (begun === 1) throw new Error('no')
    })
    queue.ask()
    await vi.runAllTimersAsync()
    queue.ask()
    await vi.runAllTimersAsync()
    expect(begun).toBe(2)
    expect(told).toHaveBeenCalledWith('no')
    told.mockRestore()
  })

  it('end with the running one when closed', async () => {
    const { seen, restart, finish } = slowRestarts()
    const queue = restartQueue(restart)
    queue.ask()
    await vi.runAllTimersAsync()
    queue.ask()
    const closed = queue.close()
    finish()
    await closed
    queue.ask()
    await vi.runAllTimersAsync()
    expect(seen.begun).toBe(1)
  })
})

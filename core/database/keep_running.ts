import { setTimeout as wait } from 'node:timers/promises'

const LOOK_MS = 1000
/** Processes of a killed cluster keep its memory for a moment. */
const TRIES = 10
/** If it ends this often within this time, it will not keep running. */
const MOST_STARTS = 3
const WITHIN_MS = 10 * 60_000

export interface Kept {
  /** False once everything is being stopped. */
  isWanted: () => boolean
  isRunning: () => Promise<boolean>
  start: () => Promise<void>
  /** Called after each restart. */
  onStarted: () => void
  /** Called if it cannot be started, or ends again and again. */
  onLost: (error: unknown) => void
}

/**
 * Checks each second whether something runs, and restarts it when it does not.
 * @returns a function that stops checking and waits for a restart under way
 */
export function keepRunning({ isWanted, isRunning, start, onStarted, onLost }: Kept): () => Promise<void> {
  const ending = new AbortController()
  const starts: number[] = []

  async function startAgain(): Promise<void> {
    const now = Date.now()
    starts.push(now)
    if (starts.filter((at) => at > now - WITHIN_MS).length > MOST_STARTS) throw new Error('it ended again and again')
    for (let left = TRIES; ; left--) {
      try {
        return await start()
      } catch (error) {
        if (left === 1 || ending.signal.aborted) throw error
        await wait(LOOK_MS)
      }
    }
  }

  async function look(): Promise<void> {
    for (;;) {
      await wait(LOOK_MS, undefined, { ref: false, signal: ending.signal }).catch(() => {})
      if (ending.signal.aborted || !isWanted()) return
      if (await isRunning()) continue
      if (ending.signal.aborted || !isWanted()) return
      await startAgain()
      onStarted()
    }
  }

  const looking = look().catch((error: unknown) => {
    if (!ending.signal.aborted) onLost(error)
  })
  return async () => {
    ending.abort()
    await looking
  }
}

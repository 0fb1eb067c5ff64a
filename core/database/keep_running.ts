import { setTimeout as wait } from 'node:timers/promises'

const LOOK_MS = 1000
/** Processes of a killed cluster hold its memory for a moment longer. */
const TRIES = 10
/** One that ends so often within this time does so again. */
const MOST_STARTS = 3
const WITHIN_MS = 10 * 60_000

export interface Kept {
  /** False once it may end: everything is being stopped. */
  isWanted: () => boolean
  isRunning: () => Promise<boolean>
  start: () => Promise<void>
  /** It was started again. */
  onStarted: () => void
  /** It cannot be started, or ends again and again. */
  onLost: (error: unknown) => void
}

/**
 * Looks each second whether something runs, and starts it again when it does not.
 * @returns ends looking, and waits for a start that is under way
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

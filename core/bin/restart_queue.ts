/** Milliseconds in which saved files count as one change: editors and git write several at once. */
const PAUSE = 150

/**
 * Restarts one at a time: two at once would start two servers, and the one with the old code keeps the port. Requests during a restart
 * become one more restart after it.
 * @param restart stops and starts the server; it reports its own failures
 */
export function restartQueue(restart: () => Promise<void>) {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let again = false
  let closed = false

  const run = () => {
    again = false
    running = restart()
      .catch((error: unknown) => console.error(error instanceof Error ? error.message : error))
      .finally(() => {
        running = undefined
        if (again) ask()
      })
  }
  const ask = () => {
    if (closed) return
    if (running) {
      again = true
      return
    }
    clearTimeout(timer)
    timer = setTimeout(run, PAUSE)
  }
  return {
    /** Requests a restart. */
    ask,
    /** Starts no more restarts; resolves when the current one has ended. */
    async close(): Promise<void> {
      closed = true
      clearTimeout(timer)
      await running
    },
  }
}

/** Milliseconds in which saved files count as one change: editors and git write several at once. */
const PAUSE = 150

/**
 * Restarts one after the other, never two at once: two would start two
 * servers, of which the one with the old code keeps the port. Whatever is asked
 * for while one runs becomes one more, after it, so that the last change counts.
 * @param restart ends what runs and starts it anew; a failure of it is told by itself and stops nothing here
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
    /** Something changed. */
    ask,
    /** No restart begins any more; resolves when the one that runs has ended. */
    async close(): Promise<void> {
      closed = true
      clearTimeout(timer)
      await running
    },
  }
}

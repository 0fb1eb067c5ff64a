/**
 * Waits until no other window of this browser records the attempt: two windows would number their pieces alike. The turn lasts until
 * `signal` is aborted or the window is closed.
 * @param onWait called when another window records
 */
export function takeTurn(attempt: number, signal: AbortSignal, onWait: () => void): Promise<void> {
  const name = `proctoring.attempt.${attempt}`
  return new Promise((resolve) => {
    const hold = () => {
      if (signal.aborted) return
      resolve()
      return new Promise<void>((release) => signal.addEventListener('abort', () => release()))
    }
    void navigator.locks.request(name, { ifAvailable: true }, (lock) => {
      if (lock) return hold()
      onWait()
      // Aborted while it waits: the window left the attempt.
      void navigator.locks.request(name, { signal }, hold).catch(() => {})
    })
  })
}

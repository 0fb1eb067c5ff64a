import { useEffect, useRef } from 'react'

/** Timers pause while a laptop sleeps, so the clock is checked at least this often. */
const LOOK = 15_000

/**
 * Runs something at a moment, and again every quarter of a minute until the moment changes: the server's clock decides, not this one.
 * @param moment ISO 8601, or null when there is nothing to wait for
 */
export function useAt(moment: string | null, run: () => void): void {
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  useEffect(() => {
    if (!moment) return
    let timer: ReturnType<typeof setTimeout>
    const look = () => {
      const left = Date.parse(moment) - Date.now()
      if (left <= 0) latest.current()
      timer = setTimeout(look, left > 0 ? Math.min(left, LOOK) : LOOK)
    }
    timer = setTimeout(look, Math.min(Math.max(0, Date.parse(moment) - Date.now()), LOOK))
    return () => clearTimeout(timer)
  }, [moment])
}

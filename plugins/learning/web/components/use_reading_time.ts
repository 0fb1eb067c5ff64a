import { useEffect } from 'react'
import { api } from '#web/api'

/** A person who touches nothing for this long is no longer reading (milliseconds): about the time for one screen. */
const IDLE_MS = 120_000
/** Interval at which the time is sent to the server (milliseconds). */
const REPORT_MS = 60_000
const USED = ['pointermove', 'pointerdown', 'keydown', 'scroll', 'touchstart'] as const

/** Counts how long a page is really read: visible, and with some activity now and then. */
export function useReadingTime({
  participation,
  activity,
  isCounted,
}: {
  participation: number
  activity: number
  isCounted: boolean
}): void {
  useEffect(() => {
    if (!isCounted) return
    let usedAt = Date.now()
    let seconds = 0
    const used = () => {
      usedAt = Date.now()
    }
    const tell = () => {
      if (seconds < 1) return
      const sent = seconds
      seconds = 0
      // Time that could not be sent is added to the next report.
      api.learning.activities.time({ params: { participation, activity }, body: { seconds: Math.min(sent, 3600) } }).catch(() => {
        seconds += sent
      })
    }
    // A playing video is watched without touching anything.
    const isUsed = () => Date.now() - usedAt < IDLE_MS || [...document.querySelectorAll('video')].some((film) => !film.paused)
    const second = setInterval(() => {
      if (document.visibilityState === 'visible' && isUsed()) seconds += 1
    }, 1000)
    const report = setInterval(tell, REPORT_MS)
    const hidden = () => document.visibilityState === 'hidden' && tell()
    for (const name of USED) window.addEventListener(name, used, { passive: true, capture: true })
    document.addEventListener('visibilitychange', hidden)
    return () => {
      clearInterval(second)
      clearInterval(report)
      for (const name of USED) window.removeEventListener(name, used, { capture: true })
      document.removeEventListener('visibilitychange', hidden)
      tell()
    }
  }, [participation, activity, isCounted])
}

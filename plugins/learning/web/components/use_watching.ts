import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError, api } from '#web/api'
import type { VideoItem } from '#plugins/learning/server/transformers/video_transformer'

type Part = [from: number, to: number]
export type Watched = Pick<VideoItem, 'covered' | 'position' | 'percent' | 'watched' | 'seconds_watched'>

/** Interval at which the watched parts are sent to the server (milliseconds). */
const REPORT_MS = 10_000
/** A step of the player that is longer than this was a jump (seconds of video at normal speed). */
const JUMP = 1.5

interface Draft {
  parts: Part[]
  position: number
}
// Parts that the server has not confirmed yet are stored in the browser, as answers are: a lost network or a closed laptop loses nothing.
const draftKey = (step: string, video: string) => `learning.video.${step}.${video}`

function readDraft(key: string): Draft | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as Draft | null
  } catch {
    return null
  }
}

function writeDraft(key: string, draft: Draft | null): void {
  try {
    if (draft) localStorage.setItem(key, JSON.stringify(draft))
    else localStorage.removeItem(key)
  } catch {
    // Storage may be blocked; parts on the page are still reported.
  }
}

/** Removes the parts that the server has already counted; less than a tick is dropped. Pure. */
export function without(parts: readonly Part[], covered: readonly Part[]): Part[] {
  return parts.flatMap(([from, to]) => {
    let left: Part[] = [[from, to]]
    for (const [start, end] of covered) {
      left = left.flatMap(([a, b]): Part[] => {
        const kept: Part[] = [
          [a, Math.min(b, start)],
          [Math.max(a, end), b],
        ]
        return b <= start || a >= end ? [[a, b]] : kept.filter(([x, y]) => y > x)
      })
    }
    return left.filter(([a, b]) => b - a > 0.05)
  })
}

/**
 * Counts what of a video is really watched, and sends it to the server: every ten seconds, when it pauses, and when the page is left.
 * @param isCounted false: the person only looks, e.g. when the course is over
 */
export function useWatching(ids: { participation: number; activity: number }, video: VideoItem, isCounted: boolean) {
  const { participation, activity } = ids
  const key = draftKey(`${participation}.${activity}`, video.key)
  const [begun] = useState(() => readDraft(key))
  const unsaved = useRef<Part[]>(begun?.parts ?? [])
  const position = useRef(begun?.position ?? video.position)
  const last = useRef<number | null>(null)
  const isReported = useRef(video.covered.length > 0)
  const running = useRef(false)
  const [state, setState] = useState<Watched>(video)

  const report = useCallback(async () => {
    if (!isCounted || running.current) return
    running.current = true
    const sent = unsaved.current.slice(0, 200)
    try {
      const params = { participation, activity, video: video.key }
      const body = { parts: sent, position: Math.max(0, Math.min(position.current, video.seconds)) }
      const { data } = await api.learning.activities.watched({ params, body })
      isReported.current = true
      unsaved.current = without(unsaved.current, data.covered)
      setState(data)
    } catch (error) {
      // Not retried when the server refuses it for good: a course that is over, a part outside the video.
      const decided = error instanceof ApiError && [404, 409, 422].includes(error.status)
      if (decided) unsaved.current = []
    } finally {
      running.current = false
      writeDraft(key, unsaved.current.length ? { parts: unsaved.current, position: position.current } : null)
    }
  }, [activity, isCounted, key, participation, video.key, video.seconds])

  /** The player is at this second, and plays. */
  const at = useCallback(
    (seconds: number, rate: number) => {
      const before = last.current
      last.current = seconds
      position.current = seconds
      if (before === null || seconds <= before || seconds - before > JUMP * Math.max(1, rate)) return
      const open = unsaved.current.at(-1)
      if (open && Math.abs(open[1] - before) < 0.01) open[1] = seconds
      else unsaved.current.push([before, seconds])
      if (isCounted) writeDraft(key, { parts: unsaved.current, position: seconds })
    },
    [isCounted, key],
  )
  /** The position changed without watching. */
  const jump = useCallback((seconds: number) => {
    last.current = null
    position.current = seconds
  }, [])

  useEffect(() => {
    const tick = () => {
      if (unsaved.current.length) void report()
    }
    tick()
    const timer = setInterval(tick, REPORT_MS)
    const hidden = () => document.visibilityState === 'hidden' && tick()
    window.addEventListener('online', tick)
    document.addEventListener('visibilitychange', hidden)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', tick)
      document.removeEventListener('visibilitychange', hidden)
      tick()
    }
  }, [report])

  /** The server's time starts with the first press of play: nothing can have been watched before that. */
  const begin = useCallback(() => {
    if (!isReported.current) void report()
  }, [report])

  return { state, at, jump, begin, report, start: position }
}

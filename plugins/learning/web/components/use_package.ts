import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError, api, queryClient } from '#web/api'
import { REFRESH_ALL } from '../queries.js'

interface Draft {
  item: number
  elements: Record<string, string>
}
const RETRY_MS = 3000
const draftKey = (step: string) => `learning.package.${step}`

// Data that the server has not confirmed yet is stored in the browser, as answers are.
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
    // Storage may be blocked; data on this page is still sent.
  }
}

const isWords = (value: unknown): value is Record<string, string> =>
  typeof value === 'object' && value !== null && Object.values(value).every((one) => typeof one === 'string')

/** The origin of messages from a page without an origin. */
const NO_ORIGIN = 'null'
interface Frame {
  address: string
  item: number
  /** Origin of the content: one of its own, never this page's. */
  origin: string
}

/** A package has the origin of its URL, unless it is served by this platform: then it runs in a sandbox without an origin. */
function originOf(address: string): string {
  const { origin } = new URL(address, window.location.href)
  return origin === window.location.origin ? NO_ORIGIN : origin
}

/**
 * A package that runs in a frame: its messages are sent to the server one after another, and retried until they are stored.
 * @returns the frame once an item was opened, whether it has an origin of its own, and the ref for its element
 */
export function usePackage({ participation, activity }: { participation: number; activity: number }) {
  const key = draftKey(`${participation}.${activity}`)
  const [frame, setFrame] = useState<Frame | null>(null)
  const player = useRef<HTMLIFrameElement>(null)
  const [state, setState] = useState<'saved' | 'waiting' | 'refused'>('saved')
  const token = useRef<string | null>(null)
  const unsent = useRef<Draft | null>(readDraft(key))
  const running = useRef<Promise<void> | null>(null)

  const flush = useCallback((): Promise<void> => {
    running.current ??= (async () => {
      try {
        while (unsent.current) {
          const sent = unsent.current
          await api.learning.packages.report({ params: { participation, activity }, body: sent })
          if (unsent.current === sent) unsent.current = null
          writeDraft(key, unsent.current)
        }
        setState('saved')
        await Promise.all(REFRESH_ALL.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
      } catch (error) {
        const decided = error instanceof ApiError && [404, 409, 422].includes(error.status)
        if (decided) {
          unsent.current = null
          writeDraft(key, null)
        }
        setState(decided ? 'refused' : 'waiting')
      } finally {
        running.current = null
      }
    })()
    return running.current
  }, [activity, key, participation])

  useEffect(() => {
    const hear = ({ data, origin, source }: MessageEvent<{ scorm?: unknown; said?: unknown; over?: unknown } | null>) => {
      // Only from that frame, and with the token that only it received.
      if (!frame || origin !== frame.origin || source !== player.current?.contentWindow) return
      if (!token.current || data?.scorm !== token.current || !isWords(data.said)) return
      unsent.current = { item: frame.item, elements: data.said }
      writeDraft(key, unsent.current)
      void flush()
    }
    window.addEventListener('message', hear)
    return () => window.removeEventListener('message', hear)
  }, [flush, frame, key])

  useEffect(() => {
    const again = () => void (unsent.current && flush())
    again()
    const timer = setInterval(again, RETRY_MS)
    window.addEventListener('online', again)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', again)
    }
  }, [flush])

  /** Opens an item, after the reports of the previous one were stored. @throws ApiError */
  const open = async (item: number) => {
    await flush()
    const { data } = await api.learning.packages.open({ params: { participation, activity }, body: { item } })
    token.current = data.token
    setFrame({ address: data.address, item, origin: originOf(data.address) })
    // Refreshes the page around it, which now shows the step as started.
    await Promise.all(REFRESH_ALL.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
  }
  const close = () => {
    setFrame(null)
    void flush()
  }
  return { frame, isApart: frame !== null && frame.origin !== NO_ORIGIN, player, open, close, state }
}

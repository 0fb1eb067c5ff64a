import { useEffect, useRef, useState } from 'react'
import type { ReportedMark } from '#plugins/proctoring/contract/states'
import { api } from '#web/api'
import { openCamera, type CameraState, PieceRecorder, type Recorded } from './camera.js'
import { takeTurn } from './one_window.js'
import { hashOf, storePiece, storedPieces } from './stored_pieces.js'
import { sendContinuously, sendPieces } from './send_pieces.js'
import { hasSharedScreen, shareScreen } from './shared_screen.js'

const MARK_RETRY_MS = 3000

const TOLD = ['hidden', 'fullscreen_left', 'paste', 'second_window'] as const satisfies readonly ReportedMark[]
type Told = (typeof TOLD)[number]
const isTold = (kind: ReportedMark): kind is Told => TOLD.some((told) => told === kind)

/** The status that the participant sees while they are recorded. */
export interface RecordingStatus {
  /** Another window of this browser records the attempt, so this one does not. */
  elsewhere: boolean
  camera: CameraState
  /** Null: the screen is not recorded. */
  screen: CameraState | null
  /** Requests the screen again; this needs a user gesture. */
  share: () => void
  /** Pieces that the server has not confirmed. */
  left: number
  online: boolean
  fullscreen: boolean
  /** The last event on the examiner's time line that the participant caused, and is told about. */
  warning: Told | null
  /** Hides the warning. */
  dismiss: () => void
}

/**
 * Records a running attempt. Pieces are stored in the browser first and sent from there to the server; events are sent as marks on the time
 * line.
 * @param onRecorder gets the function to call before the attempt is handed in
 */
export function useRecording(attempt: number, onRecorder: (finish: () => Promise<void>) => void): RecordingStatus {
  const [status, setStatus] = useState<RecordingStatus>({
    elsewhere: false,
    camera: 'starting',
    screen: null,
    share: () => {},
    left: 0,
    online: navigator.onLine,
    fullscreen: document.fullscreenElement !== null,
    warning: null,
    dismiss: () => setStatus((now) => ({ ...now, warning: null })),
  })
  const hand = useRef(onRecorder)
  useEffect(() => {
    hand.current = onRecorder
  })

  useEffect(() => {
    const change = (changes: Partial<RecordingStatus>) => setStatus((now) => ({ ...now, ...changes }))
    const marks: { kind: ReportedMark; at: string }[] = []
    const tellMarks = async () => {
      const now = marks.slice(0, 100)
      if (!now.length) return
      try {
        await api.proctoring.marks.create({ params: { attempt }, body: { marks: now } })
        marks.splice(0, now.length)
      } catch {
        // Retried with the next mark, when the network returns, or after signing in.
      }
    }
    const mark = (kind: ReportedMark) => {
      marks.push({ kind, at: new Date().toISOString() })
      if (isTold(kind)) change({ warning: kind })
      void tellMarks()
    }

    const leaving = new AbortController()
    const turn = takeTurn(attempt, leaving.signal, () => change({ elsewhere: true }))
    const next = { camera: 0, screen: 0 }
    const numbered = (async () => {
      await turn
      change({ elsewhere: false })
      const kept = await storedPieces(attempt)
      const known = await api.proctoring.pieces.index({ params: { attempt } }).catch(() => null)
      for (const source of ['camera', 'screen'] as const) {
        const last = Math.max(-1, ...kept.filter((piece) => piece.source === source).map(({ number }) => number))
        next[source] = Math.max(last + 1, known?.data[source].next ?? 0)
      }
      if (next.camera > 0) mark('resumed')
      return known?.data.record_screen ?? kept.some(({ source }) => source === 'screen')
    })()
    const keep =
      (source: 'camera' | 'screen') =>
      async ({ blob, startedAt, ms }: Recorded) => {
        await numbered
        const number = next[source]++
        const piece = { attempt, source, number, at: new Date(startedAt).toISOString(), ms: Math.min(ms, 60_000) }
        try {
          await storePiece({ ...piece, sha256: await hashOf(blob), blob })
        } catch {
          mark('storage_full')
        }
        void sendPieces(attempt, (left) => change({ left }))
      }
    /** Marks a loss once, and its end. */
    const noting = (source: 'camera' | 'screen') => {
      let wasLost = false
      return (state: CameraState) => {
        change({ [source]: state })
        if (state === 'lost' && !wasLost) mark(`${source}_lost`)
        if (state === 'recording' && wasLost) mark(`${source}_back`)
        if (state !== 'starting') wasLost = state === 'lost'
      }
    }
    const camera = new PieceRecorder(openCamera, true, keep('camera'), noting('camera'))
    void turn.then(() => camera.start())
    const onScreen = noting('screen')
    const screen = new PieceRecorder(shareScreen, false, keep('screen'), onScreen)
    void numbered.then((isAsked) => {
      if (!isAsked) return
      change({ share: () => void screen.start() })
      // After a reload the screen has to be shared again.
      if (hasSharedScreen()) void screen.start()
      else onScreen('lost')
    })
    const stopSending = sendContinuously(attempt, (left) => change({ left }))
    const timer = setInterval(() => void tellMarks(), MARK_RETRY_MS)
    hand.current(async () => {
      await Promise.all([camera.cut(), screen.cut()])
      await tellMarks()
      await sendPieces(attempt, (left) => change({ left }))
    })

    const onVisibility = () => mark(document.visibilityState === 'hidden' ? 'hidden' : 'visible')
    const onFullscreen = () => {
      const fullscreen = document.fullscreenElement !== null
      if (fullscreen) setStatus((now) => ({ ...now, fullscreen, warning: now.warning === 'fullscreen_left' ? null : now.warning }))
      else {
        change({ fullscreen })
        mark('fullscreen_left')
      }
    }
    const onPaste = () => mark('paste')
    const onOffline = () => {
      change({ online: false })
      mark('offline')
    }
    const onOnline = () => {
      change({ online: true })
      mark('online')
    }
    // Another tab or window of this browser has the same attempt open.
    const channel = new BroadcastChannel(`proctoring.attempt.${attempt}`)
    channel.onmessage = () => mark('second_window')
    channel.postMessage('here')
    document.addEventListener('visibilitychange', onVisibility)
    document.addEventListener('fullscreenchange', onFullscreen)
    document.addEventListener('paste', onPaste)
    window.addEventListener('offline', onOffline)
    window.addEventListener('online', onOnline)
    return () => {
      document.removeEventListener('visibilitychange', onVisibility)
      document.removeEventListener('fullscreenchange', onFullscreen)
      document.removeEventListener('paste', onPaste)
      window.removeEventListener('offline', onOffline)
      window.removeEventListener('online', onOnline)
      channel.close()
      leaving.abort()
      clearInterval(timer)
      stopSending()
      camera.stop()
      screen.stop()
    }
  }, [attempt])

  return status
}

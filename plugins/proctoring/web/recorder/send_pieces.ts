import { ApiError, request } from '#web/api'
import { deletePiece, storedPieces, type StoredPiece } from './stored_pieces.js'

const RETRY_MS = 3000
/** Whether the server will never accept the piece: the recording is closed, or the piece is broken. */
const isFinal = (error: ApiError) => error.status >= 400 && error.status < 500 && ![401, 403, 408, 429].includes(error.status)

async function send({ attempt, source, number, at, ms, sha256, blob }: StoredPiece): Promise<void> {
  const body = new FormData()
  body.append('piece', blob, `${source}-${number}`)
  const query = new URLSearchParams({ source, at, ms: String(ms), sha256 })
  await request(`/api/proctoring/attempts/${attempt}/pieces/${number}?${query.toString()}`, { method: 'POST', body })
}

const running = new Map<number, Promise<boolean>>()

/**
 * Sends the recorded pieces of an attempt that are not confirmed, one after the other.
 * @returns whether nothing is left; false: no network, or signed out
 */
export function sendPieces(attempt: number, onLeft: (left: number) => void = () => {}): Promise<boolean> {
  const known = running.get(attempt)
  if (known) return known
  const work = (async () => {
    for (;;) {
      const pieces = await storedPieces(attempt)
      onLeft(pieces.length)
      const [first] = pieces
      if (!first) return true
      try {
        await send(first)
      } catch (error) {
        if (!(error instanceof ApiError) || !isFinal(error)) return false
      }
      await deletePiece(first)
    }
  })().finally(() => running.delete(attempt))
  running.set(attempt, work)
  return work
}

/** Sends until nothing is left, including pieces that are added later. @returns a function that stops it */
export function sendContinuously(attempt: number, onLeft: (left: number) => void): () => void {
  let stopped = false
  const round = () => void sendPieces(attempt, (left) => !stopped && onLeft(left)).catch(() => false)
  const timer = setInterval(round, RETRY_MS)
  window.addEventListener('online', round)
  round()
  return () => {
    stopped = true
    clearInterval(timer)
    window.removeEventListener('online', round)
  }
}

import { PIECE_MS } from '#plugins/proctoring/contract/states'

const WISHED: MediaStreamConstraints = { video: { width: { ideal: 640 }, height: { ideal: 480 }, frameRate: { ideal: 15 } }, audio: true }
const FORMATS = ['video/webm;codecs=vp8,opus', 'video/webm', 'video/mp4']
const RATES = { videoBitsPerSecond: 400_000, audioBitsPerSecond: 32_000 }
const AGAIN_MS = 3000

/** Requests camera and microphone. @throws DOMException NotAllowedError, NotFoundError, NotReadableError */
export const openCamera = (): Promise<MediaStream> => navigator.mediaDevices.getUserMedia(WISHED)

const SCREEN = { video: { frameRate: { ideal: 5 }, width: { max: 1600 } }, audio: false, monitorTypeSurfaces: 'include' }

/**
 * Requests the whole screen; this needs a user gesture. A single window or tab is refused.
 * @throws DOMException NotAllowedError; TypeError where it is not the whole screen, or where this browser does not support it
 */
export async function openScreen(): Promise<MediaStream> {
  const stream = await navigator.mediaDevices.getDisplayMedia(SCREEN as DisplayMediaStreamOptions)
  const surface = stream.getVideoTracks()[0]?.getSettings().displaySurface
  // Firefox does not report which surface was chosen.
  if (surface === undefined || surface === 'monitor') return stream
  for (const track of stream.getTracks()) track.stop()
  throw new TypeError('not the whole screen')
}

/** The format in which this browser records; undefined if it cannot record. */
export const recordingFormat = (): string | undefined =>
  typeof MediaRecorder === 'undefined' ? undefined : FORMATS.find((format) => MediaRecorder.isTypeSupported(format))

/** One recorded piece: a file that can be played separately. */
export interface Recorded {
  blob: Blob
  /** Milliseconds since 1970, by this computer's clock. */
  startedAt: number
  ms: number
}

/** Records a stream for the given number of milliseconds. */
export function recordFor(stream: MediaStream, ms: number): { piece: Promise<Recorded>; end: () => void } {
  const format = recordingFormat()
  const recorder = new MediaRecorder(stream, { ...(format && { mimeType: format }), ...RATES })
  const startedAt = Date.now()
  const parts: Blob[] = []
  const end = () => recorder.state !== 'inactive' && recorder.stop()
  const piece = new Promise<Recorded>((resolve) => {
    recorder.ondataavailable = ({ data }) => data.size && parts.push(data)
    recorder.onstop = () => resolve({ blob: new Blob(parts, { type: recorder.mimeType }), startedAt, ms: Date.now() - startedAt })
  })
  recorder.start()
  setTimeout(end, ms)
  return { piece, end }
}

export type CameraState = 'starting' | 'recording' | 'lost'

/**
 * Records a stream in pieces, each a separate file, so that a lost piece does not affect the others. The next piece starts before the last
 * one ends, so that nothing between them is missed. A lost camera is requested again until it returns; a lost screen only when the
 * participant presses the button.
 */
export class PieceRecorder {
  #stream: MediaStream | null = null
  #end: () => void = () => {}
  #turn: ReturnType<typeof setTimeout> | undefined
  #pending = new Set<Promise<void>>()
  #stopped = false

  constructor(
    private readonly open: () => Promise<MediaStream>,
    private readonly again: boolean,
    private readonly onPiece: (piece: Recorded) => Promise<void>,
    private readonly onState: (state: CameraState) => void,
  ) {}

  async start(): Promise<void> {
    this.onState('starting')
    await this.#open()
  }

  #retry(): void {
    this.onState('lost')
    if (this.again) this.#turn = setTimeout(() => void this.#open(), AGAIN_MS)
  }

  async #open(): Promise<void> {
    if (this.#stopped) return
    try {
      const stream = await this.open()
      if (this.#stopped) return stream.getTracks().forEach((track) => track.stop())
      this.#stream = stream
      for (const track of stream.getTracks()) track.addEventListener('ended', () => this.#lost(stream))
      this.onState('recording')
      this.#record()
    } catch {
      this.#retry()
    }
  }

  #lost(stream: MediaStream): void {
    if (this.#stopped || this.#stream !== stream) return
    clearTimeout(this.#turn)
    this.#end()
    for (const track of stream.getTracks()) track.stop()
    this.#stream = null
    this.#retry()
  }

  #record(): void {
    if (!this.#stream || this.#stopped) return
    const before = this.#end
    const { piece, end } = recordFor(this.#stream, 2 * PIECE_MS)
    this.#end = end
    before()
    const kept = piece
      .then((recorded) => (recorded.blob.size ? this.onPiece(recorded) : undefined))
      .finally(() => this.#pending.delete(kept))
    this.#pending.add(kept)
    this.#turn = setTimeout(() => this.#record(), PIECE_MS)
  }

  /** Ends the current piece and starts the next. @returns once everything recorded is stored */
  async cut(): Promise<void> {
    const until = [...this.#pending]
    clearTimeout(this.#turn)
    if (this.#stream) this.#record()
    await Promise.all(until)
  }

  stop(): void {
    this.#stopped = true
    clearTimeout(this.#turn)
    this.#end()
    for (const track of this.#stream?.getTracks() ?? []) track.stop()
  }
}

import { openScreen } from './camera.js'

let shared: MediaStream | null = null

const isLive = (stream: MediaStream | null): stream is MediaStream => stream?.active === true

/**
 * Shares the screen before the quiz, for the attempt that begins on the next page: a browser asks for it at a press only.
 * @throws as `openScreen`
 */
export async function shareScreen(): Promise<MediaStream> {
  if (!isLive(shared)) shared = await openScreen()
  return shared
}

/** Whether the attempt can begin to record without a press. */
export const hasSharedScreen = (): boolean => isLive(shared)

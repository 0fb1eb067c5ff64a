import { openScreen } from './camera.js'

let shared: MediaStream | null = null

const isLive = (stream: MediaStream | null): stream is MediaStream => stream?.active === true

/**
 * Shares the screen before the quiz, for the attempt that starts on the next page: a browser requires a user gesture for it.
 * @throws as `openScreen`
 */
export async function shareScreen(): Promise<MediaStream> {
  if (!isLive(shared)) shared = await openScreen()
  return shared
}

/** Whether the attempt can start recording without another user gesture. */
export const hasSharedScreen = (): boolean => isLive(shared)

/** Ends the share: a practice run leaves nothing shared. */
export function stopSharing(): void {
  for (const track of shared?.getTracks() ?? []) track.stop()
  shared = null
}

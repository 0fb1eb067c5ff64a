import type { Role } from '#core/contract/roles'

/** What tabs of the same browser tell each other (specification, section 4). */
export type ChannelMessage =
  | { type: 'logged_in'; role: Role; window: string }
  | { type: 'logged_out'; window: string }
  | { type: 'csrf'; token: string }
  /** A page was made in this visit, or in none, and the one before in another: `bootstrap.visit`. */
  | { type: 'visit'; id: number | null }

const CHANNEL = 'platform'

function openChannel(): BroadcastChannel | null {
  try {
    return new BroadcastChannel(CHANNEL)
  } catch {
    return null
  }
}

const channel = openChannel()

/** Tells the other tabs; false when the browser cannot, so that the caller can warn. */
export function broadcast(message: ChannelMessage): boolean {
  if (!channel) return false
  try {
    channel.postMessage(message)
    return true
  } catch {
    return false
  }
}

/** Hears the other tabs. Gives back the function that stops listening. */
export function onBroadcast(listener: (message: ChannelMessage) => void): () => void {
  const handle = (event: MessageEvent<ChannelMessage>) => listener(event.data)
  channel?.addEventListener('message', handle)
  return () => channel?.removeEventListener('message', handle)
}

import type { Role } from '#core/contract/roles'

/** Messages between tabs of the same browser (specification, section 4). */
export type ChannelMessage =
  | { type: 'logged_in'; role: Role; window: string }
  | { type: 'logged_out'; window: string }
  | { type: 'csrf'; token: string }
  /** The admin's impersonation (`bootstrap.impersonation`) differs from the previous page's. */
  | { type: 'impersonation'; id: number | null }

const CHANNEL = 'platform'

function openChannel(): BroadcastChannel | null {
  try {
    return new BroadcastChannel(CHANNEL)
  } catch {
    return null
  }
}

const channel = openChannel()

/** Sends to the other tabs; false when the browser cannot, so that the caller can warn. */
export function broadcast(message: ChannelMessage): boolean {
  if (!channel) return false
  try {
    channel.postMessage(message)
    return true
  } catch {
    return false
  }
}

/** Listens to the other tabs. Returns a function that stops. */
export function onBroadcast(listener: (message: ChannelMessage) => void): () => void {
  const handle = (event: MessageEvent<ChannelMessage>) => listener(event.data)
  channel?.addEventListener('message', handle)
  return () => channel?.removeEventListener('message', handle)
}

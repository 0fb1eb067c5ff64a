import { createSignal } from '../boot/signal.js'

/** The person just proved that the address is theirs; what waited for that may start. */
export const emailVerified = createSignal()

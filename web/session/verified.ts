import { createSignal } from '../boot/signal.js'

/** The person just proved that the address is theirs: what waits for that may begin. */
export const emailVerified = createSignal()

import { createSignal } from '../boot/signal.js'
import type { ApiError } from './api_error.js'

/** The server no longer knows the session: the session layer shows the sign-in page. */
export const sessionLost = createSignal()
/** Tabs of this browser cannot share tokens: the person is warned once. */
export const singleTabOnly = createSignal()
/** Whether the last call reached the server. */
export const connection = createSignal<'lost' | 'restored'>()
/** Errors that nobody else shows become a toast. */
export const unexpectedError = createSignal<ApiError>()

import { createSignal } from '../boot/signal.js'
import type { ApiError } from './api_error.js'

/** The server no longer knows the session: the session layer brings the person to the login page. */
export const sessionLost = createSignal()
/** Tokens cannot be shared between tabs in this browser: the person is warned once. */
export const singleTabOnly = createSignal()
/** Whether the last call reached the server. */
export const connection = createSignal<'lost' | 'restored'>()
/** Errors that nobody else shows: the shell makes a toast of them. */
export const unexpectedError = createSignal<ApiError>()

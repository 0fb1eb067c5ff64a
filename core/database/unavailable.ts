const NETWORK = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'])
// PostgreSQL starts or stops.
const STATES = new Set(['57P01', '57P02', '57P03'])
// pg and knex tell these without a code, and knex after the statement. What the database itself refuses has a code, whatever words stand in it.
const MESSAGES =
  /(?:^| - )(Connection terminated|timeout expired|Client has encountered a connection error|Knex: Timeout acquiring a connection)/

/**
 * Whether the database could not be reached, in whichever way it says so:
 * nothing is wrong with the request, and a little later it may well work. Pure.
 */
export function isUnavailable(error: unknown): boolean {
  const { code, message, syscall } = (error ?? {}) as { code?: unknown; message?: unknown; syscall?: unknown }
  // The socket of a database that does not run is no file.
  if (code === 'ENOENT' && syscall === 'connect') return true
  if (typeof code === 'string' && (NETWORK.has(code) || STATES.has(code) || /^(08|53)...$/.test(code))) return true
  return !code && typeof message === 'string' && MESSAGES.test(message)
}

const DIED = new Set(['ECONNRESET', 'EPIPE', '57P01', '57P02'])
const DIED_MESSAGES = /(?:^| - )(Connection terminated|Client has encountered a connection error)/

/** Whether a connection that was there turned out to be dead: another one may well work at once. Pure. */
export function isLost(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  return (typeof code === 'string' && DIED.has(code)) || (!code && typeof message === 'string' && DIED_MESSAGES.test(message))
}

const NETWORK = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'])
// PostgreSQL is starting or stopping.
const STATES = new Set(['57P01', '57P02', '57P03'])
// pg and knex report these without a code, and knex with the statement in front. The database's own refusals have a code.
const MESSAGES =
  /(?:^| - )(Connection terminated|timeout expired|Client has encountered a connection error|Knex: Timeout acquiring a connection)/

/** Whether the database could not be reached. The request is fine and may work a little later. Pure. */
export function isUnavailable(error: unknown): boolean {
  const { code, message, syscall } = (error ?? {}) as { code?: unknown; message?: unknown; syscall?: unknown }
  // The socket of a stopped database does not exist.
  if (code === 'ENOENT' && syscall === 'connect') return true
  if (typeof code === 'string' && (NETWORK.has(code) || STATES.has(code) || /^(08|53)...$/.test(code))) return true
  return !code && typeof message === 'string' && MESSAGES.test(message)
}

const DIED = new Set(['ECONNRESET', 'EPIPE', '57P01', '57P02'])
const DIED_MESSAGES = /(?:^| - )(Connection terminated|Client has encountered a connection error)/

/** Whether an open connection turned out to be dead. Another one may work at once. Pure. */
export function isLost(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  return (typeof code === 'string' && DIED.has(code)) || (!code && typeof message === 'string' && DIED_MESSAGES.test(message))
}

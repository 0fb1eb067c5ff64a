const NETWORK = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'])
// PostgreSQL starts or stops.
const STATES = new Set(['57P01', '57P02', '57P03'])
// pg and knex tell these without a code.
const MESSAGES = /^(Connection terminated|timeout expired|Client has encountered a connection error|Knex: Timeout acquiring a connection)/

/**
 * Whether the database could not be reached, in whichever way it says so:
 * nothing is wrong with the request, and a little later it may well work. Pure.
 */
export function isUnavailable(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  if (typeof code === 'string' && (NETWORK.has(code) || STATES.has(code) || /^(08|53)...$/.test(code))) return true
  return typeof message === 'string' && MESSAGES.test(message)
}

/**
 * The part of an error that the queue stores: a message, and a code if any. It removes what PostgreSQL (NUL, lone surrogates) or JSON
 * (bigint) cannot hold, because otherwise storing the failure fails and the entry hangs until its timeout. Everything else is dropped: a
 * database error's `detail` contains names. Pure.
 */
export function failureOf(thrown: unknown): Error & { code?: string } {
  const { message, code } = (typeof thrown === 'object' && thrown !== null ? thrown : { message: thrown }) as Record<string, unknown>
  const kept: Error & { code?: string } = new Error(plain(message))
  // The log has the stack.
  kept.stack = undefined
  if (typeof code === 'string') kept.code = plain(code)
  return kept
}

function plain(value: unknown): string {
  if (value === undefined || value === null || typeof value === 'object' || typeof value === 'function') return ''
  return String(value).replaceAll('\u0000', '').toWellFormed()
}

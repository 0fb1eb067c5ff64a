/**
 * What the queue keeps of whatever a job threw: a message, and a code when there is one. PostgreSQL holds no
 * NUL and no half pair, JSON no bigint, and then the failure itself would fail and the entry hang until its
 * time is over. Nothing else is kept: what a database says of a row (`detail`) names people. Pure.
 */
export function failureOf(thrown: unknown): Error & { code?: string } {
  const { message, code } = (typeof thrown === 'object' && thrown !== null ? thrown : { message: thrown }) as Record<string, unknown>
  const kept: Error & { code?: string } = new Error(plain(message))
  // Where it happened stands in the log.
  kept.stack = undefined
  if (typeof code === 'string') kept.code = plain(code)
  return kept
}

function plain(value: unknown): string {
  if (value === undefined || value === null || typeof value === 'object' || typeof value === 'function') return ''
  return String(value).replaceAll('\u0000', '').toWellFormed()
}

import db from '@adonisjs/lucid/services/db'
import { notFound } from '#core/contract/errors'
import { preparedQuery } from '#core/kit/database'
import { onPlatform } from '#core/kit/scope'

/** The format of a token; anything else is rejected without a query. A number alone is no token. */
const TOKEN = /^(?!\d+$)[\w-]{16,100}$/
const FLUSH_MS = 1000
/** Maximum number of different tokens in memory; at this number they are written early. */
const MAX_TOKENS = 5000

/** Visits that are not in the database yet, by token. */
const waiting = new Map<string, number>()
let timer: NodeJS.Timeout | null = null

function count(token: string, visits: number): void {
  waiting.set(token, (waiting.get(token) ?? 0) + visits)
  timer ??= setTimeout(() => void flushVisits(), FLUSH_MS)
}

/**
 * Counts a visit. The visitor's identity is not stored anywhere. The number is written within a second, with those of all other links. A
 * process that is killed loses that second.
 * @returns the redirect target: the link's page, which shows the link's state
 * @throws AppError 404 for an invalid token
 */
export function visit(token: string): string {
  if (!TOKEN.test(token)) throw notFound()
  count(token, 1)
  if (waiting.size >= MAX_TOKENS) void flushVisits()
  return `/boeken/${encodeURIComponent(token)}`
}

/** Writes the pending visits in one statement. If the database is unavailable, it retries in the next second. */
export async function flushVisits(): Promise<void> {
  if (timer) clearTimeout(timer)
  timer = null
  if (!waiting.size) return
  const counted = new Map(waiting)
  waiting.clear()
  try {
    const values = [JSON.stringify(Object.fromEntries(counted))]
    await onPlatform(() => preparedQuery(db, 'booking_links_visits', 'select booking_links_visits($1)', values))
  } catch {
    for (const [token, visits] of [...counted].slice(0, MAX_TOKENS)) count(token, visits)
  }
}

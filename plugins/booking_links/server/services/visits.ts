import db from '@adonisjs/lucid/services/db'
import { notFound } from '#core/contract/errors'
import { preparedQuery } from '#core/kit/database'
import { onPlatform } from '#core/kit/scope'

/** What a token looks like; anything else is not looked for. A number alone is none. */
const TOKEN = /^(?!\d+$)[\w-]{16,100}$/
const FLUSH_MS = 1000
/** So many different addresses wait at most; with more of them the statement comes earlier. */
const MOST = 5000

/** Visits that are not in the database yet, by token. */
const waiting = new Map<string, number>()
let timer: NodeJS.Timeout | null = null

function count(token: string, visits: number): void {
  waiting.set(token, (waiting.get(token) ?? 0) + visits)
  timer ??= setTimeout(() => void flushVisits(), FLUSH_MS)
}

/**
 * Counts a visit. Who it was is not kept anywhere. The number is written within a second, with those of all other links: a process that is
 * killed loses that second.
 * @returns where the visitor goes: the link's page, which says what became of it
 * @throws AppError 404 for what can be no token
 */
export function visit(token: string): string {
  if (!TOKEN.test(token)) throw notFound()
  count(token, 1)
  if (waiting.size >= MOST) void flushVisits()
  return `/boeken/${encodeURIComponent(token)}`
}

/** Writes what waits, in one statement. Where the database is away it waits for the next second. */
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
    for (const [token, visits] of [...counted].slice(0, MOST)) count(token, visits)
  }
}

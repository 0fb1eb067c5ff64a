import db from '@adonisjs/lucid/services/db'
import { preparedQuery } from '#core/kit/database'
import { onPlatform } from '#core/kit/scope'

/** What a token looks like; anything else is not looked for. */
const TOKEN = /^[\w-]{16,100}$/

/**
 * Counts a visit, in one statement that says nothing of whose link it is. Who it was is not kept anywhere.
 * @returns where the visitor goes: the link's page, which says what became of it
 */
export async function visit(token: string): Promise<string> {
  if (TOKEN.test(token)) await onPlatform(() => preparedQuery(db, 'booking_links_visit', 'select booking_links_visit($1)', [token]))
  return `/boeken/${encodeURIComponent(token)}`
}

import db from '@adonisjs/lucid/services/db'
import { notFound } from '#core/contract/errors'
import { onPlatform } from '#core/kit/scope'
import { ownPath } from './own_path.js'
import { recipientOf } from './tokens.js'

// Visitors have no company: database functions, which take a verified number, define what they may do.

/** Counts a click on the link in a mail. @returns the path to redirect to @throws AppError 404 for a forged token */
export async function follow(token: string): Promise<string> {
  const recipient = recipientOf('click', token)
  const { rows } = await onPlatform(() =>
    db.rawQuery<{ rows: { link: string | null }[] }>('select marketing_clicked(?) as link', [recipient]),
  )
  const path = rows[0]?.link ? await ownPath(rows[0].link) : null
  if (!path) throw notFound()
  return path
}

/**
 * The kind and number of the mail that a token belongs to: a campaign's, or a reminder of a booking (`r…`).
 * @throws AppError 404 for a forged token
 */
export function unsubscribing(token: string): { by: 'marketing_unsubscribe' | 'marketing_unsubscribe_reminder'; id: number } {
  if (token.startsWith('r')) return { by: 'marketing_unsubscribe_reminder', id: recipientOf('reminder', token.slice(1)) }
  return { by: 'marketing_unsubscribe', id: recipientOf('unsubscribe', token) }
}

/** Puts the address on the suppression list for good. Idempotent. @throws AppError 404 for a forged token */
export async function unsubscribe(token: string): Promise<void> {
  const { by, id } = unsubscribing(token)
  const { rows } = await onPlatform(() => db.rawQuery<{ rows: { known: boolean }[] }>(`select ${by}(?) as known`, [id]))
  if (!rows[0]!.known) throw notFound()
}

import db from '@adonisjs/lucid/services/db'
import type { WordPatterns } from '#core/kit/lists'
import { currentScopeCompany } from '#core/kit/scope'

/** How much alike a word has to be that is taken for one that nobody has; pg_trgm's own scale. */
const ALIKE = 0.4
const NEAREST = 12

/** Bookings whose text has every word, of the running scope, no more than `most`. */
export async function findBookings(patterns: WordPatterns, most: number): Promise<number[]> {
  const name = currentScopeCompany() === null ? 'booking_find_across' : 'booking_find'
  const { rows } = await db.rawQuery<{ rows: { id: number }[] }>(`select ${name}(?::jsonb, ?) as id`, [JSON.stringify(patterns), most])
  return rows.map(({ id }) => Number(id))
}

/** Words of courses and companies in bookings much like one that was typed, the nearest first. */
export async function wordsLike(word: string): Promise<string[]> {
  const rows: { word: string }[] = await db
    .from('booking_words')
    .whereRaw('similarity(word, ?) >= ?', [word, ALIKE])
    .groupBy('word')
    .orderByRaw('similarity(word, ?) desc, word', [word])
    .limit(NEAREST)
    .select('word')
  return rows.map((row) => row.word)
}

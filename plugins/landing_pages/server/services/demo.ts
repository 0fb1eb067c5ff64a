import db from '@adonisjs/lucid/services/db'
import { LANDING_KEYS } from '../../blocks.js'
import { BEGINNING } from './beginning.js'

/** Publishes both pages with the default texts. Idempotent. */
export async function loadDemo(): Promise<void> {
  for (const page of LANDING_KEYS) {
    const content = JSON.stringify(BEGINNING[page])
    await db.rawQuery(`insert into landing_pages_drafts (page, content) values (?, ?::jsonb) on conflict do nothing`, [page, content])
    await db.rawQuery(`insert into landing_pages_versions (page, number, content) values (?, 1, ?::jsonb) on conflict do nothing`, [
      page,
      content,
    ])
  }
}

import db from '@adonisjs/lucid/services/db'
import { currentCompanyId } from '#core/kit/scope'
import { type LandingContent, LANDING_KEYS } from '../../blocks.js'
import { noordwind } from '../content/noordwind.js'
import { FIRST_CONTENT } from './beginning.js'
import type { PageOf } from './owner.js'
import { startDraft, VERSIONS } from './store.js'

/** Publishes both pages of the platform with the default texts. Idempotent. */
export async function loadDemo(): Promise<void> {
  for (const page of LANDING_KEYS) await publishFirst({ page, company: null }, FIRST_CONTENT[page])
}

/** One company has a page with its own texts. Runs in its scope. Idempotent. */
export async function loadOwnPage({ loginId }: { loginId: string }): Promise<void> {
  if (loginId === 'noordwind') await publishFirst({ page: 'ore', company: currentCompanyId() }, noordwind)
}

async function publishFirst(of: PageOf, content: LandingContent): Promise<void> {
  await startDraft(of, content)
  await db.rawQuery(`insert into ${VERSIONS} (company_id, page, number, content) values (?, ?, 1, ?::jsonb) on conflict do nothing`, [
    of.company,
    of.page,
    JSON.stringify(content),
  ])
}

import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { conflict, invalid, notFound } from '#core/contract/errors'
import { saveFrom, versionOf } from '#core/kit/database'
import { acrossCompanies, type Session } from '#core/kit/scope'
import { type Block, BLOCKS, isLandingKey, type LandingContent, type LandingKey, LANDING_KEYS } from '../../blocks.js'
import { BEGINNING } from './beginning.js'

const DRAFTS = 'landing_pages_drafts'
const VERSIONS = 'landing_pages_versions'

export interface DraftRow {
  id: number
  page: LandingKey
  content: LandingContent
  version: string
}

export interface VersionRow {
  number: number
  published_at: Date
  /** Set if the page was taken offline while this was its newest version. */
  withdrawn_at: Date | null
}

/** @throws AppError 404 for an unknown page */
export function keyOf(page: unknown): LandingKey {
  if (!isLandingKey(page)) throw notFound()
  return page
}

const draftOf = (key: LandingKey, client: Pick<TransactionClientContract, 'from'> = db): Promise<DraftRow> =>
  client
    .from(DRAFTS)
    .where('page', key)
    .select('id', 'page', 'content', db.raw(`${versionOf('updated_at')} as version`))
    .first()

/** The draft; starts from the default texts. */
async function readDraft(key: LandingKey): Promise<DraftRow> {
  const found = await draftOf(key)
  if (found) return found
  // Two admins who open it at the same time get the same draft.
  await db.rawQuery(`insert into ${DRAFTS} (page, content) values (?, ?::jsonb) on conflict (page) do nothing`, [
    key,
    JSON.stringify(BEGINNING[key]),
  ])
  return draftOf(key)
}

const versionsOf = (key: LandingKey): Promise<VersionRow[]> =>
  db.from(VERSIONS).where('page', key).orderBy('number', 'desc').limit(50).select('number', 'published_at', 'withdrawn_at')

/** The published version; null if there is none or the page is offline. Runs in the scope of a public site. */
export async function publishedContent(key: LandingKey): Promise<LandingContent | null> {
  const row: { content: LandingContent; withdrawn_at: Date | null } | null = await db
    .from(VERSIONS)
    .where('page', key)
    .orderBy('number', 'desc')
    .select('content', 'withdrawn_at')
    .first()
  return row && !row.withdrawn_at ? row.content : null
}

/** Pages that visitors can read. */
export async function publishedPages(): Promise<LandingKey[]> {
  const newest: { page: string; withdrawn_at: Date | null }[] = await db
    .from(VERSIONS)
    .distinctOn('page')
    .orderBy([
      { column: 'page', order: 'asc' },
      { column: 'number', order: 'desc' },
    ])
    .select('page', 'withdrawn_at')
  return LANDING_KEYS.filter((key) => newest.some(({ page, withdrawn_at: since }) => page === key && !since))
}

export interface Overview {
  key: LandingKey
  draft: DraftRow
  /** What visitors read; null when the page was never published or is offline. */
  published: VersionRow | null
  /** When it was taken offline, after it was published. */
  offline_since: Date | null
  /** The draft differs from the published version. */
  changed: boolean
}

const sameAs = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

async function overviewOf(key: LandingKey): Promise<Overview> {
  const draft = await readDraft(key)
  const [newest] = await versionsOf(key)
  const offline = newest?.withdrawn_at ?? null
  const published = newest && !offline ? newest : null
  return { key, draft, published, offline_since: offline, changed: !sameAs(await publishedContent(key), draft.content) }
}

export const listPages = (session: Session): Promise<Overview[]> =>
  acrossCompanies(session, 'landing_pages.list', async () => {
    const all: Overview[] = []
    for (const key of LANDING_KEYS) all.push(await overviewOf(key))
    return all
  })

export type Shown = Overview & { versions: VersionRow[] }
const shown = async (key: LandingKey): Promise<Shown> => ({ ...(await overviewOf(key)), versions: await versionsOf(key) })

export const showPage = (session: Session, key: LandingKey): Promise<Shown> =>
  acrossCompanies(session, 'landing_pages.show', () => shown(key))

export const draftContent = (session: Session, key: LandingKey): Promise<LandingContent> =>
  acrossCompanies(session, 'landing_pages.preview', async () => (await readDraft(key)).content)

/** Clears fields that a block's type does not show. Pure. */
export function tidy({ type, heading, text, button, items }: Block): Block {
  const has = BLOCKS[type]
  const nothing = { nl: '', en: '' }
  return { type, heading, text: has.text ? text : nothing, button: has.button ? button : nothing, items: has.items ? items : [] }
}

/** Locks the draft, runs `fn` on it and changes its version. */
async function withDraft(
  key: LandingKey,
  version: string,
  sent: object,
  save: (trx: TransactionClientContract, draft: DraftRow) => Promise<void>,
) {
  const draft = await readDraft(key)
  const current = async (trx: TransactionClientContract) => (await draftOf(key, trx)).content
  await saveFrom({ table: DRAFTS, id: draft.id, version, sent: sent as Record<string, unknown>, current }, (trx) => save(trx, draft))
  return shown(key)
}

const writeDraft = (trx: TransactionClientContract, id: number, content: LandingContent) =>
  trx
    .from(DRAFTS)
    .where('id', id)
    .update({ content: JSON.stringify(content) })

/** @throws AppError 409 changed_meanwhile */
export function saveDraft(session: Session, key: LandingKey, content: LandingContent, version: string): Promise<Shown> {
  const tidied = { ...content, blocks: content.blocks.map(tidy) }
  return acrossCompanies(session, 'landing_pages.save', () =>
    withDraft(key, version, tidied, async (trx, { id }) => void (await writeDraft(trx, id, tidied))),
  )
}

async function addVersion(trx: TransactionClientContract, key: LandingKey, content: LandingContent): Promise<void> {
  const { most } = await trx.from(VERSIONS).where('page', key).max('number as most').first()
  await trx.table(VERSIONS).insert({ page: key, number: Number(most ?? 0) + 1, content: JSON.stringify(content) })
}

/** @throws AppError 422 where a published page would lack its title, its text for search engines or an opening in Dutch */
function checkComplete({ title, description, blocks }: LandingContent): void {
  if (!title.nl) throw invalid('title.nl', 'required')
  if (!description.nl) throw invalid('description.nl', 'required')
  if (blocks[0]?.type !== 'hero') throw invalid('blocks', 'hero_first')
  blocks.forEach(({ heading }, index) => {
    if (!heading.nl) throw invalid(`blocks.${index}.heading.nl`, 'required')
  })
}

/** Publishes the draft. @throws AppError 409 changed_meanwhile; 422 for an incomplete page */
export const publishPage = (session: Session, key: LandingKey, version: string): Promise<Shown> =>
  acrossCompanies(session, 'landing_pages.publish', () =>
    withDraft(key, version, {}, async (trx) => {
      const { content } = await draftOf(key, trx)
      checkComplete(content)
      await addVersion(trx, key, content)
    }),
  )

/** Takes the page offline: visitors get 404 until it is published again. @throws AppError 409 not_published, changed_meanwhile */
export const withdrawPage = (session: Session, key: LandingKey, version: string): Promise<Shown> =>
  acrossCompanies(session, 'landing_pages.withdraw', () =>
    withDraft(key, version, {}, async (trx) => {
      const newest: { id: number; withdrawn_at: Date | null } | null = await trx
        .from(VERSIONS)
        .where('page', key)
        .orderBy('number', 'desc')
        .select('id', 'withdrawn_at')
        .first()
      if (!newest || newest.withdrawn_at) throw conflict('not_published')
      await trx.from(VERSIONS).where('id', newest.id).update({ withdrawn_at: new Date() })
    }),
  )

/** Publishes an earlier version again, as the newest, and copies it to the draft. @throws AppError 404; 409 changed_meanwhile */
export const restoreVersion = (session: Session, key: LandingKey, number: unknown, version: string): Promise<Shown> =>
  acrossCompanies(session, 'landing_pages.restore', async () => {
    const wanted = /^[1-9]\d{0,8}$/.test(String(number)) ? Number(number) : 0
    const row: { content: LandingContent } | null = await db.from(VERSIONS).where({ page: key, number: wanted }).select('content').first()
    if (!row) throw notFound()
    return withDraft(key, version, {}, async (trx, { id }) => {
      await writeDraft(trx, id, row.content)
      await addVersion(trx, key, row.content)
    })
  })

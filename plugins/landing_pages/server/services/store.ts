import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { notFound } from '#core/contract/errors'
import { type CompanyFacts, ownCompany } from '#core/kit/companies'
import { versionOf } from '#core/kit/database'
import { type LandingContent, type LandingKey, LANDING_KEYS } from '../../blocks.js'
import { FIRST_CONTENT } from './beginning.js'
import type { PageOf } from './owner.js'

export const DRAFTS = 'landing_pages_drafts'
export const VERSIONS = 'landing_pages_versions'

type Client = Pick<TransactionClientContract, 'from'>

export interface DraftRow {
  id: number
  content: LandingContent
  version: string
}

export interface VersionRow {
  number: number
  published_at: Date
  /** Set if the page was taken offline while this was its newest version. */
  withdrawn_at: Date | null
}

/** The rows of one owner's page. The condition is needed: a company's scope also reads the platform's versions. */
export const rowsOf = (table: typeof DRAFTS | typeof VERSIONS, { page, company }: PageOf, client: Client = db) => {
  const rows = client.from(table).where('page', page)
  return company === null ? rows.whereNull('company_id') : rows.where('company_id', company)
}

const newestOf = (of: PageOf): Promise<{ content: LandingContent; withdrawn_at: Date | null } | null> =>
  rowsOf(VERSIONS, of).orderBy('number', 'desc').select('content', 'withdrawn_at').first()

/** The draft; null for a company without texts of its own. */
export const draftOf = (of: PageOf, client: Client = db): Promise<DraftRow | null> =>
  rowsOf(DRAFTS, of, client)
    .select('id', 'content', db.raw(`${versionOf('updated_at')} as version`))
    .first()

/** Creates the draft if there is none. Two admins who do so at the same time get the same draft. */
export const startDraft = async ({ page, company }: PageOf, content: LandingContent): Promise<void> =>
  void (await db.rawQuery(`insert into ${DRAFTS} (company_id, page, content) values (?, ?, ?::jsonb) on conflict do nothing`, [
    company,
    page,
    JSON.stringify(content),
  ]))

/** The draft. The platform's starts from the default texts. @throws AppError 404 for a company without texts of its own */
export async function readDraft(of: PageOf): Promise<DraftRow> {
  let found = await draftOf(of)
  if (!found && of.company === null) {
    await startDraft(of, FIRST_CONTENT[of.page])
    found = await draftOf(of)
  }
  if (!found) throw notFound()
  return found
}

/** Returns the initial texts of a company: those that its visitors read so far. Runs in its scope. */
export const platformContent = async (page: LandingKey): Promise<LandingContent> =>
  (await newestOf({ page, company: null }))?.content ?? FIRST_CONTENT[page]

/**
 * The published version of a site: the company's own, else the platform's. Null if there is none or the page is offline. Runs in the scope
 * of a public site.
 */
export async function publishedContent(page: LandingKey): Promise<LandingContent | null> {
  const row: { content: LandingContent; withdrawn_at: Date | null } | null = await db
    .from(VERSIONS)
    .where('page', page)
    .orderByRaw('company_id is null, number desc')
    .select('content', 'withdrawn_at')
    .first()
  return row && !row.withdrawn_at ? row.content : null
}

/** Pages that visitors of the site can read. Runs in the scope of a public site. */
export async function publishedPages(): Promise<LandingKey[]> {
  const newest: { page: string; withdrawn_at: Date | null }[] = await db
    .from(VERSIONS)
    .distinctOn('page')
    .orderByRaw('page, company_id is null, number desc')
    .select('page', 'withdrawn_at')
  return LANDING_KEYS.filter((key) => newest.some(({ page, withdrawn_at: since }) => page === key && !since))
}

/** The company of a page, in its scope. */
export const companyOf = async (company: number | null): Promise<CompanyFacts | null> => (company === null ? null : ownCompany())

export interface Shown {
  key: LandingKey
  /** The company of the texts; null: the platform. */
  company: CompanyFacts | null
  draft: DraftRow
  /** The version that visitors read; null if the page was never published or is offline. */
  published: VersionRow | null
  /** When it was taken offline, after it was published. */
  offline_since: Date | null
  /** The draft differs from the published version. */
  changed: boolean
  versions: VersionRow[]
}

const sameAs = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** An owner's page for its editor. @throws AppError 404 for a company without texts of its own */
export async function shown(of: PageOf): Promise<Shown> {
  const draft = await readDraft(of)
  const versions: VersionRow[] = await rowsOf(VERSIONS, of)
    .orderBy('number', 'desc')
    .limit(50)
    .select('number', 'published_at', 'withdrawn_at')
  const [newest] = versions
  const offline = newest?.withdrawn_at ?? null
  const published = newest && !offline ? newest : null
  const changed = !published || !sameAs((await newestOf(of))?.content, draft.content)
  return { key: of.page, company: await companyOf(of.company), draft, published, offline_since: offline, changed, versions }
}

import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { conflict, invalid, notFound } from '#core/contract/errors'
import { companyChoices } from '#core/kit/companies'
import { saveFrom } from '#core/kit/database'
import { acrossCompanies, type Session } from '#core/kit/scope'
import { type Block, BLOCKS, type LandingContent, LANDING_KEYS } from '../../blocks.js'
import { type PageOf, inOwnerScope } from './owner.js'
import {
  companyOf,
  draftOf,
  DRAFTS,
  type DraftRow,
  platformContent,
  readDraft,
  rowsOf,
  type Shown,
  shown,
  startDraft,
  VERSIONS,
} from './store.js'

/** A page in the list of a company: with its own texts, or null where its visitors read the platform's. */
export interface Listed extends Pick<Shown, 'key' | 'company'> {
  own: Shown | null
}

/** The pages of the platform or of a company. @throws AppError 404 for an unknown company */
export const listPages = (session: Session, company: number | null): Promise<Listed[]> =>
  inOwnerScope(session, company, 'landing_pages.list', async () => {
    const all: Listed[] = []
    const facts = await companyOf(company)
    for (const page of LANDING_KEYS) {
      const has = company === null || (await draftOf({ page, company })) !== null
      all.push({ key: page, company: facts, own: has ? await shown({ page, company }) : null })
    }
    return all
  })

/** The companies that may have texts of their own. */
export const companies = (session: Session) => acrossCompanies(session, 'landing_pages.companies', () => companyChoices('landing_pages'))

export const showPage = (session: Session, of: PageOf): Promise<Shown> =>
  inOwnerScope(session, of.company, 'landing_pages.show', () => shown(of))

export const draftContent = (session: Session, of: PageOf): Promise<LandingContent> =>
  inOwnerScope(session, of.company, 'landing_pages.preview', async () => (await readDraft(of)).content)

/** Gives a company texts of its own, which begin as the platform's. Its visitors see no change until they are published. */
export const startPage = (session: Session, of: PageOf): Promise<Shown> =>
  inOwnerScope(session, of.company, 'landing_pages.start', async () => {
    await startDraft(of, await platformContent(of.page))
    return shown(of)
  })

/** Clears fields that a block's type does not show. Pure. */
export function tidy({ type, heading, text, button, items }: Block): Block {
  const has = BLOCKS[type]
  const nothing = { nl: '', en: '' }
  return { type, heading, text: has.text ? text : nothing, button: has.button ? button : nothing, items: has.items ? items : [] }
}

/** Locks the draft, runs `save` on it and changes its version. */
async function withDraft(
  of: PageOf,
  version: string,
  sent: object,
  save: (trx: TransactionClientContract, draft: DraftRow) => Promise<void>,
): Promise<void> {
  const draft = await readDraft(of)
  const current = async (trx: TransactionClientContract) => (await draftOf(of, trx))?.content ?? {}
  await saveFrom({ table: DRAFTS, id: draft.id, version, sent: sent as Record<string, unknown>, current }, (trx) => save(trx, draft))
}

const writeDraft = (trx: TransactionClientContract, id: number, content: LandingContent) =>
  trx
    .from(DRAFTS)
    .where('id', id)
    .update({ content: JSON.stringify(content) })

/** @throws AppError 409 changed_meanwhile */
export function saveDraft(session: Session, of: PageOf, content: LandingContent, version: string): Promise<Shown> {
  const tidied = { ...content, blocks: content.blocks.map(tidy) }
  return inOwnerScope(session, of.company, 'landing_pages.save', async () => {
    await withDraft(of, version, tidied, async (trx, { id }) => void (await writeDraft(trx, id, tidied)))
    return shown(of)
  })
}

async function addVersion(trx: TransactionClientContract, of: PageOf, content: LandingContent): Promise<void> {
  const { most } = await rowsOf(VERSIONS, of, trx).max('number as most').first()
  await trx.table(VERSIONS).insert({
    company_id: of.company,
    page: of.page,
    number: Number(most ?? 0) + 1,
    content: JSON.stringify(content),
  })
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
export const publishPage = (session: Session, of: PageOf, version: string): Promise<Shown> =>
  inOwnerScope(session, of.company, 'landing_pages.publish', async () => {
    await withDraft(of, version, {}, async (trx) => {
      const { content } = (await draftOf(of, trx))!
      checkComplete(content)
      await addVersion(trx, of, content)
    })
    return shown(of)
  })

/** Takes the page offline: visitors get 404 until it is published again. @throws AppError 409 not_published, changed_meanwhile */
export const withdrawPage = (session: Session, of: PageOf, version: string): Promise<Shown> =>
  inOwnerScope(session, of.company, 'landing_pages.withdraw', async () => {
    await withDraft(of, version, {}, async (trx) => {
      const newest: { id: number; withdrawn_at: Date | null } | null = await rowsOf(VERSIONS, of, trx)
        .orderBy('number', 'desc')
        .select('id', 'withdrawn_at')
        .first()
      if (!newest || newest.withdrawn_at) throw conflict('not_published')
      await trx.from(VERSIONS).where('id', newest.id).update({ withdrawn_at: new Date() })
    })
    return shown(of)
  })

/** Publishes an earlier version again, as the newest, and copies it to the draft. @throws AppError 404; 409 changed_meanwhile */
export const restoreVersion = (session: Session, of: PageOf, number: unknown, version: string): Promise<Shown> =>
  inOwnerScope(session, of.company, 'landing_pages.restore', async () => {
    const wanted = /^[1-9]\d{0,8}$/.test(String(number)) ? Number(number) : 0
    const row: { content: LandingContent } | null = await rowsOf(VERSIONS, of).where('number', wanted).select('content').first()
    if (!row) throw notFound()
    await withDraft(of, version, {}, async (trx, { id }) => {
      await writeDraft(trx, id, row.content)
      await addVersion(trx, of, row.content)
    })
    return shown(of)
  })

/** Removes a company's own texts and their versions: its visitors read the platform's again. @throws AppError 404; 409 changed_meanwhile */
export const removePage = (session: Session, of: PageOf & { company: number }, version: string): Promise<void> =>
  inOwnerScope(session, of.company, 'landing_pages.remove', () =>
    withDraft(of, version, {}, async (trx, { id }) => {
      await rowsOf(VERSIONS, of, trx).delete()
      await trx.from(DRAFTS).where('id', id).delete()
    }),
  )

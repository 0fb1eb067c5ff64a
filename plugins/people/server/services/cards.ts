import db from '@adonisjs/lucid/services/db'
import { AppError, invalid } from '#core/contract/errors'
import { ownBranding } from '#core/kit/companies'
import { type Chosen, forEachSelected } from '#core/kit/lists'
import { issueSignInCode } from '#core/kit/people'
import { type QrPath, qrPath } from '#core/kit/qr'
import { type Session, inCompanyOfRow } from '#core/kit/scope'
import { platformUrl } from '#core/kit/settings'
import { translate } from '#core/kit/words'
import { runInWorker } from '#core/kit/tasks'
import { participantsList } from '../../contract/index.js'
import type { CardDrawing } from './cards_pdf.js'

/** Limit of cards in one call: hashing a code takes a tenth of a second. */
const MAX_CARDS = 200
const DEFAULT_COLOR = '#2F4858'

/** The sign-in data of a person without an e-mail address. The plain code is stored nowhere else. */
export interface Card {
  id: number
  name: string
  company: string
  number: string
  code: string
  /** Address of the sign-in page with the number filled in. */
  url: string
  qr: QrPath
}

export interface CreatedCards {
  cards: Card[]
  /** Chosen people without a card, by reason: `has_address`, `has_code`, `no_number`, `account_inactive`, `account_elsewhere`. */
  skipped: { code: string; count: number }[]
  /** The cards as a PDF in base64; null without cards. */
  pdf: string | null
}

/**
 * Issues a new code and a card to each of the chosen people without an e-mail address. Their earlier codes stop working.
 * @param again also for people who have a code already
 * @throws AppError 422 on `ids` (too_many); as `forEachSelected`
 */
export async function createCards(session: Session, chosen: Chosen, again: boolean): Promise<CreatedCards> {
  const ids: number[] = []
  await forEachSelected(session, participantsList.list, chosen, 'people.cards', async (found) => {
    ids.push(...found)
    if (ids.length > MAX_CARDS) throw invalid('ids', 'too_many')
  })
  const made: (Card & { language: string; color: string })[] = []
  const skipped = new Map<string, number>()
  for (const id of ids) {
    try {
      made.push(await makeCard(session, id, again))
    } catch (error) {
      // This person was deleted meanwhile, or cannot have a card. The others get theirs.
      if (!(error instanceof AppError)) throw error
      skipped.set(error.code, (skipped.get(error.code) ?? 0) + 1)
    }
  }
  const cards = made.map(({ language: _language, color: _color, ...card }) => card)
  const pdf = made.length ? Buffer.from(await draw(made)).toString('base64') : null
  return { cards, skipped: [...skipped].map(([code, count]) => ({ code, count })), pdf }
}

function makeCard(session: Session, id: number, again: boolean) {
  return inCompanyOfRow(session, { table: 'core_memberships', id, reason: 'people.card' }, async () => {
    const person: { full_name: string; email: string | null; language: string; code_kind: string | null; number: string | null } | null =
      await db
        .from('kit_members as m')
        .leftJoin('people_work as w', (on) => on.on('w.company_id', 'm.company_id').andOn('w.membership_id', 'm.id'))
        .where('m.id', id)
        .select('m.full_name', 'm.email', 'm.language', 'm.code_kind', 'w.personnel_number as number')
        .first()
    if (!person) throw new AppError(404, 'not_found')
    if (person.email !== null) throw new AppError(409, 'has_address')
    if (person.number === null) throw new AppError(409, 'no_number')
    if (person.code_kind && !again) throw new AppError(409, 'has_code')
    const { loginId, companyName, primaryColor } = await ownBranding()
    const code = await issueSignInCode(session, id)
    const url = await platformUrl(
      `/personeelsnummer?company=${encodeURIComponent(loginId ?? '')}&nummer=${encodeURIComponent(person.number)}`,
    )
    return {
      ...{ id, name: person.full_name, company: companyName, number: person.number, code, url, qr: qrPath(url) },
      ...{ language: person.language, color: primaryColor ?? DEFAULT_COLOR },
    }
  })
}

async function draw(cards: readonly (Card & { language: string; color: string })[]): Promise<Uint8Array> {
  const drawing: CardDrawing = {
    title: translate(cards[0]!.language, 'people.card.title'),
    language: cards[0]!.language,
    cards: cards.map(({ language, color, name, company, number, code, qr }) => {
      const t = (text: string) => translate(language, `people.card.${text}`)
      return { ...{ name, company, number, code, color, qr }, words: { number: t('number'), code: t('code'), how: t('how') } }
    }),
  }
  return runInWorker<Uint8Array>(new URL('./cards_pdf.js', import.meta.url), drawing)
}

import { toCsv } from '#core/contract/csv'
import { textIn, translate } from '#core/kit/words'
import { ownBranding, ownCompany } from '#core/kit/companies'
import { dayOf } from '#core/kit/days'
import { inCompanyOfRow, type Session } from '#core/kit/scope'
import { runInWorker } from '#core/kit/tasks'
import { keysOf, type ListedKey } from './manage.js'
import type { CardSheet } from './cards_pdf.js'
import { addressOf, KEYS, stateOf } from './store.js'

export const FILE_FORMATS = { csv: 'text/csv; charset=utf-8', pdf: 'application/pdf' } as const
export type FileFormat = keyof typeof FILE_FORMATS

/**
 * The keys of a booking as a file: all of them as CSV, or those that can be handed out as cards to print. In the reader's language.
 * @throws AppError 404 as keysOf
 */
export async function keysFile(
  session: Session,
  bookingId: string,
  format: FileFormat,
): Promise<{ name: string; content: string | Uint8Array }> {
  const keys = await keysOf(session, bookingId)
  const { language } = session.row
  const course = textIn(keys[0]!.course_name, language)
  const name = `${translate(language, 'seat_keys.file.name', { course })}.${format}`
  if (format === 'csv') return { name, content: await csvOf(keys, language) }
  return inCompanyOfRow(session, { table: KEYS, id: keys[0]!.id, reason: 'seat_keys.cards' }, async () => {
    const [{ name: company }, { primaryColor: color }] = [await ownCompany(), await ownBranding()]
    const open = keys.filter((key) => stateOf(key) === 'open')
    const cards = await Promise.all(open.map(async ({ token }) => ({ code: token, address: await addressOf(token) })))
    const t = (key: string) => translate(language, `seat_keys.card.${key}`)
    const sheet: CardSheet = {
      ...{ title: name.slice(0, -4), company, course, color, language, cards },
      words: { how: t('how'), none: t('none') },
    }
    return { name, content: await runInWorker<Uint8Array>(new URL('./cards_pdf.js', import.meta.url), sheet) }
  })
}

async function csvOf(keys: readonly ListedKey[], language: string): Promise<string> {
  const base = await addressOf('')
  const t = (key: string) => translate(language, `seat_keys.${key}`)
  return toCsv(
    ['nth', 'code', 'address', 'state', 'used_by', 'used_at'].map((key) => t(`field.${key}`)),
    keys.map((key) => [
      ...[key.nth, key.token, base + key.token, t(`state.${stateOf(key)}`)],
      ...[key.used_at ? (key.used_by_name ?? t('gone')) : '', key.used_at ? dayOf(key.used_at) : ''],
    ]),
  )
}

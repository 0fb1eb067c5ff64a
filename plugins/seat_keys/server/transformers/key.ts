import { qrPath } from '#core/kit/qr'
import { textIn } from '#core/kit/words'
import { type ListedKey } from '../services/manage.js'
import { stateOf } from '../services/store.js'
import type { KeyFacts } from '../services/use.js'

/** A key as the buyer sees it. @param base the address of a key without its code */
export const toKey = (key: ListedKey, base: string) => ({
  id: key.id,
  nth: key.nth,
  code: key.token,
  address: base + key.token,
  qr: qrPath(base + key.token),
  state: stateOf(key),
  used_by: key.used_by_name,
  used_at: key.used_at?.toISOString() ?? null,
})
export type KeyView = ReturnType<typeof toKey>

/** Returns the data for a person with a key. @param language of the reader */
export const toVisitor = ({ offer, company, standing }: KeyFacts, language: string) => ({
  company: { name: company.name, login_id: company.loginId },
  course: {
    name: textIn(offer.name, language),
    description: textIn(offer.description, language),
    minutes: offer.durationMinutes,
  },
  standing,
})
export type VisitorView = ReturnType<typeof toVisitor>

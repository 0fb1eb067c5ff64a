import type { PageOpening } from '#core/contract/opening'
import { onPlatform } from '#core/kit/scope'
import { offeredLanguages } from '#core/kit/words'
import { currentVersion } from './services/versions.js'

/** Height in pixels of the company selector and the head of the box; lines of the box. */
const CHOICE = 100
const ROWS = 14

/** The current version is the start of a new one for everybody. A company's own is read by its page. */
const opening: PageOpening = async ({ query }) => {
  if (query.company) return null
  const texts = (await onPlatform(() => currentVersion()))?.texts ?? {}
  const text = [...offeredLanguages()].map((language) => texts[language]).find(Boolean)
  return text ? { field: { text, rows: ROWS, below: CHOICE } } : null
}

export default opening
export const forAdmins = true

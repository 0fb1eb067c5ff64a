import type { PageOpening } from '#core/contract/opening'
import { onPlatform } from '#core/kit/scope'
import { offeredLanguages } from '#core/kit/words'
import { currentVersion } from './services/versions.js'

/** Pixels of the choice of a company and the head of the box; lines of the box. */
const CHOICE = 100
const ROWS = 14

/** What a new version for everybody begins with: today's. A company's own is for its page to read. */
const opening: PageOpening = async ({ query }) => {
  if (query.company) return null
  const texts = (await onPlatform(() => currentVersion()))?.texts ?? {}
  const text = [...offeredLanguages()].map((language) => texts[language]).find(Boolean)
  return text ? { field: { text, rows: ROWS, below: CHOICE } } : null
}

export default opening
export const forAdmins = true

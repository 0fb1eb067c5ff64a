import { downloadFile } from '#web/ui'
import type { CreatedCards } from '../../server/services/cards.js'

/** Saves the cards as a PDF. */
export function saveCards({ pdf, cards }: CreatedCards): void {
  if (!pdf) return
  const bytes = Uint8Array.from(atob(pdf), (letter) => letter.charCodeAt(0))
  const name = cards.length === 1 ? cards[0]!.number.replace(/[^\w-]+/g, '-') : String(cards.length)
  downloadFile(`inlogkaart-${name}.pdf`, new Blob([bytes], { type: 'application/pdf' }))
}

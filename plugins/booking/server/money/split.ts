import type { PriceLine } from '../../contract/index.js'

/**
 * Splits lines into those of one person and those of the others: lines per person by quantity, other lines in equal shares. Together they
 * keep the same total to the cent. Payment costs stay with the others. Pure.
 * @param people in the booking, including the one who leaves
 */
export function splitLines(lines: readonly PriceLine[], people: number): { one: PriceLine[]; others: PriceLine[] } {
  const one: PriceLine[] = []
  const others: PriceLine[] = []
  for (const line of lines) {
    if (line.key === 'transaction') others.push(line)
    else if (line.quantity === people) {
      one.push({ ...line, quantity: 1 })
      others.push({ ...line, quantity: people - 1 })
    } else {
      const cents = line.quantity * line.unitCents
      // Rounded towards zero, so that nobody leaves with more than their share.
      const share = Math.trunc(cents / people)
      if (share) one.push({ ...line, quantity: 1, unitCents: share })
      others.push({ ...line, quantity: 1, unitCents: cents - share })
    }
  }
  return { one, others }
}

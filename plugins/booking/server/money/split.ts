import type { PriceLine } from '../../contract/index.js'

/**
 * The lines of one person, and those of the others: what stands there for each of them by its quantity, what stands there for all in equal
 * shares. Together they are what they were, to the cent; the costs of paying stay with the others. Pure.
 * @param people of whom one goes
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
      // Towards nothing, so that nobody goes with more than their share.
      const share = Math.trunc(cents / people)
      if (share) one.push({ ...line, quantity: 1, unitCents: share })
      others.push({ ...line, quantity: 1, unitCents: cents - share })
    }
  }
  return { one, others }
}

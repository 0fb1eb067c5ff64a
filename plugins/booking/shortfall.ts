interface LeastBilled {
  readonly billedLeast: number | null
  readonly seats: number
  readonly seatsLeft: number
}

/**
 * Returns the number of missing people that a booking is charged for. A moment at a company's own location bills a minimum number of
 * people: the first booking pays for those who are missing, and later bookings get that back as they fill the seats. Pure.
 * @param moment without the seats of this booking
 * @returns negative: people who were billed already
 */
export function shortfallOf(moment: LeastBilled | null, people: number): number {
  if (!moment?.billedLeast) return 0
  const taken = moment.seats - moment.seatsLeft
  const missing = Math.max(0, moment.billedLeast - taken)
  return taken === 0 ? Math.max(0, missing - people) : -Math.min(people, missing)
}

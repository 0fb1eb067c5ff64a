/** A flow, and the one that people go on with from their second round. */
export interface Refreshed {
  id: number
  refresh: number | null
}

/**
 * Whether people who go on from a flow with another one would come back to it. Pure.
 * @param flows those of one company, as they are now
 * @param flow the flow that is saved; null: a new one, to which nothing leads
 * @param refresh the flow that its people would go on with
 */
export function leadsBack(flows: readonly Refreshed[], flow: number | null, refresh: number): boolean {
  const next = new Map(flows.map((one) => [one.id, one.refresh]))
  const seen = new Set<number>()
  let at: number | null = refresh
  while (at !== null && at !== flow && !seen.has(at)) {
    seen.add(at)
    at = next.get(at) ?? null
  }
  return at !== null && at === flow
}

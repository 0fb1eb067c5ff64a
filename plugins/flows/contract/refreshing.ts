/** A flow, and the flow that people continue with from their second round. */
export interface Refreshed {
  id: number
  refresh: number | null
}

/**
 * Whether continuing with another flow would lead people back to this one. Pure.
 * @param flows the flows of one company, as they are now
 * @param flow the flow that is saved; null: a new one, to which nothing leads
 * @param refresh the flow that its people would continue with
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

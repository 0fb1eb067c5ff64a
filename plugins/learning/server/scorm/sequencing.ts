import type { PackageItem } from '../media/media_types.js'
import { type ItemResult, stateOf } from './results.js'

// Which items of a package may be opened now, and when the package is done, by the rules of its manifest (sequencing_rules.ts reads
// them). Decided by the server, of what it kept: what runs in the frame is asked nothing. Pure.

/** How an item stands, as a rule asks for it. */
export type Standing = 'satisfied' | 'failed' | 'completed' | 'incomplete' | 'attempted'

export type Condition = { item: string; is: Standing } | { all: readonly Condition[] } | { any: readonly Condition[] } | { not: Condition }

/** What was kept of an item; `attempts` counts how often it was begun anew. */
interface KeptItem {
  result: ItemResult
  attempts?: number
}
export type KeptItems = Readonly<Record<string, KeptItem>>

interface Sequenced {
  items: readonly PackageItem[]
  /** So many items that count are enough; else all of them. */
  needed?: number
}

const itemNamed = ({ items }: Sequenced, id: string) => items.find((item) => item.id === id)

function stands(pack: Sequenced, kept: KeptItems, id: string, is: Standing): boolean {
  const item = itemNamed(pack, id)
  // What is not there was not done.
  if (!item) return false
  const result = Object.hasOwn(kept, id) ? kept[id]!.result : undefined
  const state = stateOf(item, result)
  if (is === 'satisfied') return state === 'finished'
  if (is === 'failed') return state === 'failed'
  if (is === 'completed') return state === 'finished' || result?.completed === true
  if (is === 'incomplete') return result !== undefined && !result.completed && state !== 'finished'
  return state !== 'not_started'
}

function holds(pack: Sequenced, kept: KeptItems, condition: Condition): boolean {
  if ('all' in condition) return condition.all.every((one) => holds(pack, kept, one))
  if ('any' in condition) return condition.any.some((one) => holds(pack, kept, one))
  if ('not' in condition) return !holds(pack, kept, condition.not)
  return stands(pack, kept, condition.item, condition.is)
}

/** Why an item cannot be opened now; null when it can. What was finished may always be looked at again. */
export function barOf(pack: Sequenced, kept: KeptItems, item: PackageItem): 'locked' | 'attempts_used' | null {
  const before = Object.hasOwn(kept, item.id) ? kept[item.id] : undefined
  const state = stateOf(item, before?.result)
  if (state === 'finished') return null
  if (item.opens && !holds(pack, kept, item.opens)) return 'locked'
  if (item.attempts && state === 'failed' && (before?.attempts ?? 1) >= item.attempts) return 'attempts_used'
  return null
}

/** The other items that a rule names, in the order of the package: what one says to whoever waits. */
export function waitsFor(pack: Sequenced, kept: KeptItems, item: PackageItem): PackageItem[] {
  if (!item.opens) return []
  const named = new Set<string>()
  const visit = (condition: Condition): void => {
    if ('all' in condition) condition.all.forEach(visit)
    else if ('any' in condition) condition.any.forEach(visit)
    else if ('not' in condition) visit(condition.not)
    else named.add(condition.item)
  }
  visit(item.opens)
  return pack.items.filter((one) => one !== item && named.has(one.id) && stateOf(one, kept[one.id]?.result) !== 'finished')
}

/** The items of a package as a page shows them. */
export function itemsOf(pack: Sequenced, work: { items: KeptItems } | null) {
  const kept = work?.items ?? {}
  return pack.items.map((item) => {
    const result = kept[item.id]?.result
    const bar = barOf(pack, kept, item)
    return {
      title: item.title,
      state: stateOf(item, result),
      score: result?.score ?? null,
      seconds: result?.seconds ?? 0,
      under: item.under ?? null,
      /** It cannot be opened now: what comes first (`waits_for`), or it was begun as often as it may be. */
      bar,
      waits_for: bar === 'locked' ? waitsFor(pack, kept, item).map(({ title }) => title) : [],
      optional: item.optional ?? false,
    }
  })
}

/** Whether a package is done: as many of the items that count as its manifest wants, else all of them; one that failed is none of them. */
export function isDone(pack: Sequenced, kept: KeptItems): boolean {
  const counting = pack.items.filter((item) => !item.optional)
  // Where nothing counts by itself everything does: a package is never done before it was begun.
  const those = counting.length ? counting : pack.items
  const finished = those.filter(
    (item) => stateOf(item, Object.hasOwn(kept, item.id) ? kept[item.id]!.result : undefined) === 'finished',
  ).length
  return finished >= Math.min(pack.needed ?? those.length, those.length)
}

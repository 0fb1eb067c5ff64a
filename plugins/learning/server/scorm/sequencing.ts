import type { PackageItem } from '../media/media_types.js'
import { type ItemResult, stateOf } from './results.js'

// Decides which items of a package may be opened now, and when the package is done, by the rules of its manifest (sequencing_rules.ts reads
// them). The server decides on stored results only; code in the frame is not consulted. Pure.

/** The states of an item that a rule can test. */
export type Standing = 'satisfied' | 'failed' | 'completed' | 'incomplete' | 'attempted'

export type Condition = { item: string; is: Standing } | { all: readonly Condition[] } | { any: readonly Condition[] } | { not: Condition }

/** The stored data of an item; `attempts` counts how often it was started. */
interface StoredItem {
  result: ItemResult
  attempts?: number
}
export type StoredItems = Readonly<Record<string, StoredItem>>

interface Sequenced {
  items: readonly PackageItem[]
  /** The number of counting items that is enough; left out: all of them. */
  needed?: number
}

const itemNamed = ({ items }: Sequenced, id: string) => items.find((item) => item.id === id)

function stands(pack: Sequenced, kept: StoredItems, id: string, is: Standing): boolean {
  const item = itemNamed(pack, id)
  // An unknown item is not done.
  if (!item) return false
  const result = Object.hasOwn(kept, id) ? kept[id]!.result : undefined
  const state = stateOf(item, result)
  if (is === 'satisfied') return state === 'finished'
  if (is === 'failed') return state === 'failed'
  if (is === 'completed') return state === 'finished' || result?.completed === true
  if (is === 'incomplete') return result !== undefined && !result.completed && state !== 'finished'
  return state !== 'not_started'
}

function holds(pack: Sequenced, kept: StoredItems, condition: Condition): boolean {
  if ('all' in condition) return condition.all.every((one) => holds(pack, kept, one))
  if ('any' in condition) return condition.any.some((one) => holds(pack, kept, one))
  if ('not' in condition) return !holds(pack, kept, condition.not)
  return stands(pack, kept, condition.item, condition.is)
}

/** Returns the reason that an item cannot be opened now; null if it can. A finished item can always be opened again. */
export function barOf(pack: Sequenced, kept: StoredItems, item: PackageItem): 'locked' | 'attempts_used' | null {
  const before = Object.hasOwn(kept, item.id) ? kept[item.id] : undefined
  const state = stateOf(item, before?.result)
  if (state === 'finished') return null
  if (item.opens && !holds(pack, kept, item.opens)) return 'locked'
  if (item.attempts && state === 'failed' && (before?.attempts ?? 1) >= item.attempts) return 'attempts_used'
  return null
}

/** The unfinished items that a rule refers to, in the order of the package, to show what to do first. */
export function waitsFor(pack: Sequenced, kept: StoredItems, item: PackageItem): PackageItem[] {
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
export function itemsOf(pack: Sequenced, work: { items: StoredItems } | null) {
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
      /** Why it cannot be opened now: other items come first (`waits_for`), or its attempts are used up. */
      bar,
      waits_for: bar === 'locked' ? waitsFor(pack, kept, item).map(({ title }) => title) : [],
      optional: item.optional ?? false,
    }
  })
}

/** Whether a package is done: as many counting items as its manifest requires, else all of them. Failed items are not done. */
export function isDone(pack: Sequenced, kept: StoredItems): boolean {
  const counting = pack.items.filter((item) => !item.optional)
  // If no item counts, all of them do: a package is never done before it was started.
  const those = counting.length ? counting : pack.items
  const finished = those.filter(
    (item) => stateOf(item, Object.hasOwn(kept, item.id) ? kept[item.id]!.result : undefined) === 'finished',
  ).length
  return finished >= Math.min(pack.needed ?? those.length, those.length)
}

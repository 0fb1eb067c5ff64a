import type { PackageItem, ScormStandard } from '../media/media_types.js'
import type { Condition, Standing } from './sequencing.js'
import { type Element, find, firstIn, listOf, textOf } from './xml_tree.js'

/** An item of a manifest with the data for its rules: its parent, its own content, and everything below it. */
export interface RuledItem {
  element: Element
  title: string
  under: RuledItem | null
  /** Null: it only contains other items, or was not imported. */
  own: PackageItem | null
  /** All content in it, its own first. */
  parts: PackageItem[]
  /** The ids of these parts. */
  leaves: string[]
}

/** Longest rule of SCORM 1.2; a longer one was not written by a person. */
const LONGEST_RULE = 2000

/**
 * Reads the rules of a manifest into its items: for 1.2 `prerequisites`; for 2004 preconditions, the order of a part that offers no choice,
 * attempt limits, which items count for the whole, and how many of them are enough.
 * @returns how many items are enough (null: all), and the titles of items (null: the package) with a rule that was left out
 */
export function applyRules(
  standard: ScormStandard,
  manifest: Element,
  organization: Element,
  items: readonly RuledItem[],
): { needed: number | null; leftOut: (string | null)[] } {
  const leftOut = new Set<string | null>()
  if (standard === '1.2') {
    const names = new Map(items.map((item) => [item.element.attributes.identifier ?? '', item]))
    for (const item of items) {
      const text = textOf(find(item.element, 'prerequisites'))
      if (!text) continue
      const rule = readPrerequisites(text, names)
      if (rule) bind(item, rule)
      else leftOut.add(item.title)
    }
    return { needed: null, leftOut: [...leftOut] }
  }
  const sequencingOf = (element: Element): Element | undefined => {
    const own = find(element, 'sequencing')
    const shared = sharedSequencing(manifest, own)
    // An item's own rules take precedence over shared ones.
    return own && shared ? { ...own, children: [...own.children, ...shared.children] } : own
  }
  const sequencing = new Map(items.map((item) => [item, sequencingOf(item.element)]))
  const whole = sequencingOf(organization)
  const writers = objectivesWritten(sequencing)
  for (const [item, own] of sequencing) {
    const { rule, complete } = preconditionsOf(item, own, writers)
    if (rule) bind(item, rule)
    if (!complete || (own && hasMore(own, item.own !== null))) leftOut.add(item.title)
    const limit = Number(find(own, 'limitConditions')?.attributes.attemptLimit ?? '')
    if (item.own && Number.isInteger(limit) && limit > 0 && limit < 1000) item.own.attempts = limit
    if (item.own && !counts(own)) item.own.optional = true
  }
  for (const parent of [null, ...items]) {
    const control = find(parent ? sequencing.get(parent) : whole, 'controlMode')
    if (control?.attributes.choice === 'false') inOrder(items.filter(({ under }) => under === parent))
  }
  if (whole && hasMore(whole, false, true)) leftOut.add(null)
  const needed = enoughOf(whole, items.flatMap(({ own }) => (own && !own.optional ? own : [])).length)
  if (needed === undefined) leftOut.add(null)
  return { needed: needed ?? null, leftOut: [...leftOut] }
}

/** The rules in the collection of the manifest that an item's own rules refer to. */
export function sharedSequencing(manifest: Element, own: Element | undefined): Element | undefined {
  const id = own?.attributes.IDRef
  return id ? listOf(find(manifest, 'sequencingCollection'), 'sequencing').find(({ attributes }) => attributes.ID === id) : undefined
}

/** A rule of an item applies to everything in it. */
function bind(item: RuledItem, rule: Condition): void {
  for (const leaf of item.parts) leaf.opens = leaf.opens ? { all: [leaf.opens, rule] } : rule
}

const everyOne = (ids: readonly string[], is: Standing): Condition => ({ all: ids.map((item) => ({ item, is })) })

// --- SCORM 1.2: aicc_script ---

// In 1.2, completed is one status with passed and failed; a failed item does not count as completed.
const WORDS: Record<string, Standing> = {
  passed: 'satisfied',
  completed: 'satisfied',
  failed: 'failed',
  incomplete: 'incomplete',
  browsed: 'attempted',
  'not attempted': 'attempted',
  p: 'satisfied',
  c: 'satisfied',
  f: 'failed',
  i: 'incomplete',
  b: 'attempted',
  n: 'attempted',
}

/** `A & (B | ~C) & D="passed"`; sets such as `2*{A,B}` are not supported. Null when any part cannot be read. */
function readPrerequisites(text: string, names: ReadonlyMap<string, RuledItem>): Condition | null {
  if (text.length > LONGEST_RULE) return null
  const tokens = text.match(/"[^"]*"|<>|[A-Za-z0-9_.:-]+|[^\s]/g) ?? []
  let at = 0
  let depth = 0
  const take = (token: string) => tokens[at] === token && ++at > 0
  const some = (join: string, part: () => Condition | null, make: (list: Condition[]) => Condition): Condition | null => {
    const parts: Condition[] = []
    do {
      const one = part()
      if (!one) return null
      parts.push(one)
    } while (take(join))
    return parts.length === 1 ? parts[0]! : make(parts)
  }
  const either = (): Condition | null => some('|', both, (any) => ({ any }))
  const both = (): Condition | null => some('&', one, (all) => ({ all }))
  const one = (): Condition | null => {
    if (++depth > 200) return null
    if (take('~')) {
      const not = one()
      return not && { not }
    }
    if (take('(')) {
      const inner = either()
      return inner && take(')') ? inner : null
    }
    const named = names.get(tokens[at++] ?? '')
    if (!named?.leaves.length) return null
    const isNot = tokens[at] === '<>'
    // A name alone tests whether that item was completed or passed.
    if (!isNot && tokens[at] !== '=') return everyOne(named.leaves, 'satisfied')
    at += 1
    const word = (tokens[at++] ?? '').replaceAll('"', '').toLowerCase()
    const is = Object.hasOwn(WORDS, word) ? WORDS[word]! : null
    if (!is) return null
    const asked = everyOne(named.leaves, is)
    return isNot !== (word === 'n' || word === 'not attempted') ? { not: asked } : asked
  }
  const rule = either()
  return rule && at === tokens.length ? rule : null
}

// --- SCORM 2004 ---

/** Objectives of the whole package, by name, with the items that set them. */
function objectivesWritten(sequencing: ReadonlyMap<RuledItem, Element | undefined>): Map<string, RuledItem[]> {
  const written = new Map<string, RuledItem[]>()
  for (const [item, own] of sequencing) {
    for (const map of listOf(find(find(own, 'objectives'), 'primaryObjective'), 'mapInfo')) {
      const { targetObjectiveID: id, writeSatisfiedStatus: writes } = map.attributes
      if (id && writes === 'true') written.set(id, [...(written.get(id) ?? []), item])
    }
  }
  return written
}

const ACTIONS = new Set(['disabled', 'hiddenFromChoice', 'skip'])

function preconditionsOf(
  item: RuledItem,
  own: Element | undefined,
  writers: ReadonlyMap<string, RuledItem[]>,
): { rule: Condition | null; complete: boolean } {
  const bars: Condition[] = []
  let complete = true
  for (const rule of listOf(find(own, 'sequencingRules'), 'preConditionRule')) {
    const action = find(rule, 'ruleAction')?.attributes.action ?? ''
    const conditions = find(rule, 'ruleConditions')
    const parts = listOf(conditions, 'ruleCondition').map((one) => conditionOf(one, item, own, writers))
    if (!ACTIONS.has(action) || !parts.length || parts.some((part) => part === null)) {
      complete = false
      continue
    }
    const list = parts as Condition[]
    bars.push(conditions?.attributes.conditionCombination === 'any' ? { any: list } : { all: list })
  }
  return { rule: bars.length ? { not: { any: bars } } : null, complete }
}

function conditionOf(
  { attributes }: Element,
  item: RuledItem,
  own: Element | undefined,
  writers: ReadonlyMap<string, RuledItem[]>,
): Condition | null {
  const asked = askedOf(attributes.condition ?? '', ownersOf(attributes.referencedObjective, item, own, writers))
  return asked && attributes.operator === 'not' ? { not: asked } : asked
}

/**
 * The items whose success decides an objective of an item: the item itself or, if it reads a global objective, the items that write that
 * objective.
 */
function ownersOf(
  reference: string | undefined,
  item: RuledItem,
  own: Element | undefined,
  writers: ReadonlyMap<string, RuledItem[]>,
): readonly string[] | null {
  const all = find(own, 'objectives')
  const objective = reference ? all?.children.find(({ attributes }) => attributes.objectiveID === reference) : find(all, 'primaryObjective')
  const read = listOf(objective, 'mapInfo').find(
    ({ attributes }) => attributes.readSatisfiedStatus !== 'false' && attributes.targetObjectiveID,
  )
  const from = read && writers.get(read.attributes.targetObjectiveID!)?.filter((one) => one !== item)
  if (from?.length) return from.flatMap(({ leaves }) => leaves)
  // An objective that no other item writes belongs to this item; one that it does not have is unknown.
  return !reference || objective?.name === 'primaryObjective' ? item.leaves : null
}

function askedOf(condition: string, ids: readonly string[] | null): Condition | null {
  if (condition === 'always') return { all: [] }
  if (!ids?.length) return null
  if (condition === 'satisfied') return everyOne(ids, 'satisfied')
  if (condition === 'completed') return everyOne(ids, 'completed')
  if (condition === 'attempted') return { any: ids.map((item) => ({ item, is: 'attempted' as const })) }
  // Known means passed or failed.
  if (condition === 'objectiveStatusKnown') {
    return {
      any: ids.flatMap((item) => [
        { item, is: 'satisfied' as const },
        { item, is: 'failed' as const },
      ]),
    }
  }
  return null
}

/** A part without a choice: each item opens once the previous one has ended. */
function inOrder(items: readonly RuledItem[]): void {
  const filled = items.filter(({ leaves }) => leaves.length > 0)
  for (const [index, item] of filled.entries()) {
    const before = filled[index - 1]
    if (before)
      bind(item, {
        all: before.leaves.map((id) => ({
          any: [
            { item: id, is: 'completed' as const },
            { item: id, is: 'failed' as const },
          ],
        })),
      })
  }
}

/** Whether an item counts for the whole: not if it is untracked or has no rollup. */
function counts(own: Element | undefined): boolean {
  const rules = find(own, 'rollupRules')?.attributes ?? {}
  if (find(own, 'deliveryControls')?.attributes.tracked === 'false') return false
  return !(rules.rollupObjectiveSatisfied === 'false' && rules.rollupProgressCompletion === 'false')
}

/** Returns the number of items that is enough; null: all of them, undefined: a rule that is not supported. */
function enoughOf(whole: Element | undefined, count: number): number | null | undefined {
  const rules = listOf(find(whole, 'rollupRules'), 'rollupRule')
  let needed: number | null = null
  for (const { attributes, children } of rules) {
    const action = children.find(({ name }) => name === 'rollupAction')?.attributes.action
    const parts = listOf(
      children.find(({ name }) => name === 'rollupConditions'),
      'rollupCondition',
    )
    const isPlain =
      parts.length === 1 &&
      parts[0]!.attributes.operator !== 'not' &&
      ['satisfied', 'completed'].includes(parts[0]!.attributes.condition ?? '')
    if (!isPlain || (action !== 'satisfied' && action !== 'completed')) return undefined
    const set = attributes.childActivitySet ?? 'all'
    const asked =
      set === 'all'
        ? count
        : set === 'any'
          ? 1
          : set === 'atLeastCount'
            ? Number(attributes.minimumCount)
            : set === 'atLeastPercent'
              ? Math.ceil(Number(attributes.minimumPercent) * count)
              : NaN
    if (!Number.isInteger(asked) || asked < 1) return undefined
    // The stricter of two rules applies: a package must not be done too early.
    needed = Math.max(needed ?? 0, asked)
  }
  return needed !== null && needed < count ? needed : null
}

/** Whether there are rules that are not supported, so that the report mentions them. */
function hasMore(own: Element, isLeaf: boolean, isWhole = false): boolean {
  if (firstIn(own, 'postConditionRule') ?? firstIn(own, 'exitConditionRule') ?? firstIn(own, 'rollupConsiderations')) return true
  if (find(own, 'randomizationControls') ?? find(own, 'constrainedChoiceConsiderations')) return true
  const limits = Object.keys(find(own, 'limitConditions')?.attributes ?? {})
  if (limits.some((name) => name !== 'attemptLimit')) return true
  const control = find(own, 'controlMode')?.attributes ?? {}
  if (control.forwardOnly === 'true' || control.choiceExit === 'false') return true
  // Rollup rules of parts of a package: only those of the whole are applied.
  return !isLeaf && !isWhole && listOf(find(own, 'rollupRules'), 'rollupRule').length > 0
}

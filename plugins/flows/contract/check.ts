import { isDay } from '#core/contract/day'
import { type DraftDefinition, LIMITS, type RuleDraft } from './definition.js'

/** Errors in a flow (specification, section 5). Texts: `flows.error.<code>`. */
export const FLOW_ERRORS = [
  'too_few_steps',
  'too_many_steps',
  'course_twice',
  'rule_missing_fields',
  'rule_conflict',
  'rule_duplicate',
  'rule_about_itself',
  'rule_date_past',
  'rule_cycle',
  'finish_unknown',
  'finish_optional',
  'all_optional',
  'choice_wrong',
  'repeat_date',
  'repeat_opens',
] as const
export type FlowErrorCode = (typeof FLOW_ERRORS)[number]

export interface FlowError {
  code: FlowErrorCode
  /** The step with the error; null: the whole flow. */
  step: string | null
  /** For a cycle: the steps on it, in order; the first is repeated at the end. */
  path?: string[]
}

/**
 * Checks a flow, in the browser while it is typed and again on the server. Pure.
 * @param today `yyyy-mm-dd`, in the company's time zone
 * @param known dates of the previous version: they may be in the past, because they started people then
 * @returns every error, in the order of the steps; empty: it may be saved
 */
export function checkFlow(flow: DraftDefinition, today: string, known: readonly RuleDraft[] = []): FlowError[] {
  const keys = new Set(flow.steps.map(({ key }) => key))
  const errors: FlowError[] = []
  const add = (code: FlowErrorCode, step: string | null = null) => errors.push({ code, step })
  if (flow.steps.length < LIMITS.least_steps) add('too_few_steps')
  if (flow.steps.length > LIMITS.steps) add('too_many_steps')
  if (flow.steps.length && flow.steps.every(({ optional }) => optional)) add('all_optional')
  for (const step of wrongChoices(flow)) add('choice_wrong', step)
  for (const code of wrongRounds(flow)) add(code)
  const courses = new Set<number>()
  for (const { key, course } of flow.steps) {
    if (courses.has(course)) add('course_twice', key)
    courses.add(course)
    for (const code of rulesOf(flow, key, keys, today, known)) add(code, key)
  }
  if (flow.finish !== null) {
    const step = flow.steps.find(({ key }) => key === flow.finish)
    if (!step) add('finish_unknown')
    else if (step.optional || step.choice) add('finish_optional', step.key)
  }
  return [...errors, ...cyclesOf(flow)]
}

/** Invalid choices: only one training, more needed than there are, or a step that is also optional. */
function wrongChoices({ steps, choices = [] }: DraftDefinition): string[] {
  const neededOf = new Map(choices.map(({ key, needed }) => [key, needed]))
  return steps.flatMap(({ key, choice, optional }) => {
    if (!choice) return []
    const [needed, size] = [neededOf.get(choice), steps.filter((step) => step.choice === choice).length]
    const isRight = !optional && size > 1 && needed !== undefined && Number.isInteger(needed) && needed >= 1 && needed <= size
    return isRight ? [] : [key]
  })
}

/** A fixed date that does not exist or does not come each year, and a window that opens before the previous round could have ended. */
function wrongRounds({ repeat_months: months, repeat_from: from, repeat_on: on, repeat_opens: opens }: DraftDefinition): FlowErrorCode[] {
  if (months === null) return []
  const isDate = from !== 'date' || (months === 12 && isDay(`2028-${on ?? ''}`))
  return [...(isDate ? [] : (['repeat_date'] as const)), ...((opens ?? 0) < months ? [] : (['repeat_opens'] as const))]
}

/** The errors in the rules of one step. */
function rulesOf(
  { rules }: DraftDefinition,
  step: string,
  keys: ReadonlySet<string>,
  today: string,
  known: readonly RuleDraft[],
): FlowErrorCode[] {
  const own = rules.filter((rule) => rule.step === step)
  const [first, ...others] = own
  if (!first) return ['rule_missing_fields']
  const codes = new Set<FlowErrorCode>()
  for (const rule of own) {
    if (isIncomplete(rule, keys)) codes.add('rule_missing_fields')
    if (needsOther(rule) && rule.other === step) codes.add('rule_about_itself')
    const isPast = rule.type === 'date' && rule.mode === 'at' && isDay(rule.on) && rule.on < today
    if (isPast && !known.some((before) => isSame(before, rule))) codes.add('rule_date_past')
  }
  for (const other of others) codes.add(isSame(first, other) ? 'rule_duplicate' : 'rule_conflict')
  return [...codes]
}

const needsOther = ({ type }: RuleDraft) => type === 'status' || type === 'relative'

function isIncomplete(rule: RuleDraft, keys: ReadonlySet<string>): boolean {
  if (rule.type === 'direct') return false
  if (rule.type === 'date') return !isDay(rule.on) || !rule.mode
  if (rule.type === 'anchor') return isAnchorIncomplete(rule)
  if (!rule.other || !keys.has(rule.other) || !rule.when) return true
  return rule.type === 'relative' && !(Number.isInteger(rule.days) && rule.days! >= 0 && rule.days! <= LIMITS.days)
}

function isAnchorIncomplete({ anchor, field, course, days }: RuleDraft): boolean {
  if (!Number.isInteger(days) || Math.abs(days!) > LIMITS.days) return true
  if (anchor === 'profile') return !field
  return anchor === 'certificate_end' ? !course : !anchor
}

const FIELDS = {
  direct: [],
  status: ['other', 'when'],
  date: ['on', 'mode'],
  relative: ['other', 'when', 'days'],
  anchor: ['anchor', 'field', 'course', 'days'],
} as const

const isSame = (a: RuleDraft, b: RuleDraft) =>
  a.step === b.step && a.type === b.type && FIELDS[a.type].every((field) => (a[field] ?? null) === (b[field] ?? null))

/**
 * Why a rule that is drawn in the picture cannot be added: a step has one rule. A rule without conditions is replaced without asking. Pure.
 * @returns null if the rule may be added
 */
export function drawnRuleError(rules: readonly RuleDraft[], drawn: RuleDraft): FlowErrorCode | null {
  if (drawn.other === drawn.step) return 'rule_about_itself'
  const existing = rules.find(({ step }) => step === drawn.step)
  if (!existing || existing.type === 'direct') return null
  return isSame(existing, drawn) ? 'rule_duplicate' : 'rule_conflict'
}

/** Steps that wait for one another, each cycle once. A rule about its own step is a separate error. */
function cyclesOf({ steps, rules }: DraftDefinition): FlowError[] {
  const waitsFor = new Map<string, string>()
  for (const rule of rules) {
    if (needsOther(rule) && rule.other && rule.other !== rule.step) waitsFor.set(rule.step, rule.other)
  }
  const errors: FlowError[] = []
  const seen = new Set<string>()
  for (const { key } of steps) {
    const walked: string[] = []
    let at: string | undefined = key
    while (at !== undefined && !seen.has(at)) {
      seen.add(at)
      walked.push(at)
      at = waitsFor.get(at)
    }
    const start = at === undefined ? -1 : walked.indexOf(at)
    if (start >= 0) errors.push({ code: 'rule_cycle', step: walked[start]!, path: [...walked.slice(start), walked[start]!] })
  }
  return errors
}

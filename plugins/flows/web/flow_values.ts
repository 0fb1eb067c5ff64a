import {
  type AnchorRule,
  type ChoiceKey,
  CHOICES,
  type DraftDefinition,
  type ExpiredPolicy,
  LIMITS,
  REPEAT_FROM,
  type RuleDraft,
  type RuleType,
} from '../contract/definition.js'
import type { FlowDetail } from '../server/transformers/flow_transformer.js'

/** One step as form values: text, as typed. */
export interface StepValues {
  type: string
  /** The other course. */
  other: string
  when: string
  days: string
  on: string
  mode: string
  anchor: string
  field: string
  /** The course of the certificate. */
  certificate: string
  /** For an anchor: before or after it. */
  side: string
  due_days: string
  /** `required`, `optional`, or a choice. */
  counts: string
}

export interface FlowValues {
  company: string
  name: string
  /** In their order. */
  courses: string[]
  /** For courses that the flow already has: the key of their step, which must not change. */
  keys: Record<string, string>
  /** `fieldsOf(course)` → its fields. */
  steps: Record<string, StepValues>
  /** Choice → how many of it are required. */
  needed: Record<string, string>
  /** A course, or `ALL`. */
  finish: string
  expired: string
  skip_held: boolean
  /** `never`, or what the next round is counted from. */
  repeat: string
  repeat_months: string
  /** For a fixed date. */
  repeat_day: string
  repeat_month: string
  /** Months before its end that a round opens; empty: it starts on that day. */
  repeat_opens: string
  /** The flow of later rounds, or `SAME`. */
  refresh_flow: string
  groups: string[]
  /** A query of the list of people; empty: no filter. */
  filter: string
  again: boolean
  active: boolean
  move: boolean
}

/** All required trainings together finish the flow. */
export const ALL = 'all'
/** Later rounds follow the flow itself. */
export const SAME = 'same'

/** The name of a course's fields in the form; a flow has a course once. */
export const fieldsOf = (course: string) => `c${course}`

type Keyed = Pick<FlowValues, 'keys' | 'courses'>

/** The key of a course's step: the existing one, because people have started it, else a new one. */
export function keyOf({ keys }: Keyed, course: string): string {
  const known = keys[course]
  if (known) return known
  const taken = Object.values(keys)
  let key = fieldsOf(course)
  while (taken.includes(key)) key += 'x'
  return key
}

/** The course of a step. */
export const courseOf = (values: Keyed, key: string): string => values.courses.find((course) => keyOf(values, course) === key) ?? ''

/** A new step: the first starts right away, each other one when the previous one is passed. */
export const newStep = (before: string | undefined): StepValues => ({
  ...{ type: before ? 'status' : 'direct', other: before ?? '', when: 'finished', days: '14', on: '', mode: 'from' },
  ...{ anchor: 'joined_company', field: '', certificate: '', side: 'after', due_days: '', counts: 'required' },
})

/**
 * What a step waits for after courses were removed: the course that the removed one waited for. Pure.
 * @returns null if it need not change, or if there is none
 */
export function relinked({ courses, steps }: Pick<FlowValues, 'courses' | 'steps'>, course: string): string | null {
  const waitsFor = (of: string) => {
    const fields = steps[fieldsOf(of)]
    return fields && (fields.type === 'status' || fields.type === 'relative') ? fields.other : ''
  }
  const seen = new Set([course])
  let other = waitsFor(course)
  if (!other || courses.includes(other)) return null
  while (other && !courses.includes(other) && !seen.has(other)) {
    seen.add(other)
    other = waitsFor(other)
  }
  return other && !seen.has(other) ? other : null
}

export function valuesOf(
  flow: Pick<FlowDetail, 'name' | 'active' | 'groups' | 'definition' | 'filter' | 'again' | 'refresh_flow'> | null,
): FlowValues {
  const {
    steps = [],
    rules = [],
    choices = [],
    finish = null,
    expired = 'restart',
    skip_held = true,
    repeat_months = null,
    repeat_from = 'finished',
    repeat_on = null,
    repeat_opens = null,
  } = flow?.definition ?? {}
  const [month = '1', day = '1'] = (repeat_on ?? '1-1').split('-').map((part) => String(Number(part)))
  const named = (key: string | null) => String(steps.find((step) => step.key === key)?.course ?? '')
  return {
    company: '',
    name: flow?.name ?? '',
    courses: steps.map(({ course }) => String(course)),
    keys: Object.fromEntries(steps.map(({ key, course }) => [String(course), key])),
    steps: Object.fromEntries(
      steps.map(({ key, course, due_days: due, optional, choice }) => {
        const rule = rules.find(({ step }) => step === key)
        const counts = optional ? 'optional' : (choice ?? 'required')
        const fields: StepValues = { ...newStep(undefined), type: rule?.type ?? '', due_days: due === null ? '' : String(due), counts }
        if (rule && 'other' in rule) Object.assign(fields, { other: named(rule.other), when: rule.when })
        if (rule?.type === 'relative') fields.days = String(rule.days)
        if (rule?.type === 'anchor') Object.assign(fields, anchorFields(rule))
        if (rule?.type === 'date') Object.assign(fields, { on: rule.on, mode: rule.mode })
        return [fieldsOf(String(course)), fields]
      }),
    ),
    needed: Object.fromEntries(CHOICES.map((key) => [key, String(choices.find((choice) => choice.key === key)?.needed ?? 1)])),
    finish: named(finish) || ALL,
    expired,
    skip_held,
    ...{ repeat: repeat_months === null ? 'never' : repeat_from, repeat_months: String(repeat_months ?? 12) },
    ...{ repeat_day: day, repeat_month: month, repeat_opens: repeat_opens ? String(repeat_opens) : '' },
    refresh_flow: flow?.refresh_flow ? String(flow.refresh_flow) : SAME,
    groups: (flow?.groups ?? []).map(String),
    filter: flow?.filter ?? '',
    again: flow?.again ?? false,
    active: flow?.active ?? true,
    move: true,
  }
}

const anchorFields = (rule: AnchorRule) => ({
  ...{ anchor: rule.anchor, days: String(Math.abs(rule.days)), side: rule.days < 0 ? 'before' : 'after' },
  ...('field' in rule && { field: String(rule.field) }),
  ...('course' in rule && { certificate: String(rule.course) }),
})

/** The choices that the steps of the form are in. */
export const choicesIn = ({ courses, steps }: Pick<FlowValues, 'courses' | 'steps'>): ChoiceKey[] =>
  CHOICES.filter((key) => courses.some((course) => steps[fieldsOf(course)]?.counts === key))

const numberOf = (text: string) => (/^\d{1,15}$/.test(text.trim()) ? Number(text) : null)

/** The definition from the form's values; fields that are not filled in are null. */
export function draftOf(values: FlowValues): DraftDefinition {
  const { courses, steps, finish, expired, skip_held: skipHeld } = values
  const typed = (course: string, index: number) => steps[fieldsOf(course)] ?? newStep(courses[index - 1])
  return {
    steps: courses.map((course, index) => {
      const { due_days: due, counts } = typed(course, index)
      const choice = CHOICES.find((one) => one === counts)
      const step = { key: keyOf(values, course), course: Number(course), due_days: numberOf(due) || null, optional: counts === 'optional' }
      return choice ? { ...step, choice } : step
    }),
    rules: courses.map((course, index): RuleDraft => {
      const { type, other, when, days, on, mode, anchor, field, certificate, side } = typed(course, index)
      const count = numberOf(days)
      return {
        step: keyOf(values, course),
        type: (type || 'status') as RuleType,
        // A rule cannot wait for a course that was removed from the flow.
        other: type && courses.includes(other) ? keyOf(values, other) : null,
        when: (when || null) as RuleDraft['when'],
        days: type === 'anchor' && side === 'before' && count ? -count : count,
        on: on || null,
        mode: (mode || null) as RuleDraft['mode'],
        ...(type === 'anchor' && {
          anchor: (anchor || null) as RuleDraft['anchor'],
          ...(anchor === 'profile' && { field: numberOf(field) }),
          ...(anchor === 'certificate_end' && { course: numberOf(certificate) }),
        }),
      }
    }),
    choices: choicesIn(values).map((key) => ({ key, needed: numberOf(values.needed[key] ?? '') ?? 0 })),
    finish: finish && courses.includes(finish) ? keyOf(values, finish) : null,
    expired: expired as ExpiredPolicy,
    skip_held: skipHeld,
    ...roundsOf(values),
  }
}

interface WrongNumber {
  field: string
  rule: 'withoutDecimals' | 'min' | 'max'
  meta?: { min: number } | { max: number }
}

/** Typed numbers that are none, or too large: `draftOf` would read them as not filled in, and the flow be saved without them. */
export function wrongNumbers(values: FlowValues): WrongNumber[] {
  const { courses, steps, repeat, repeat_months: months, repeat_opens: opens } = values
  return [
    ...courses.map((course) => wrongNumber(steps[fieldsOf(course)]?.due_days, `steps.${fieldsOf(course)}.due_days`, 1, LIMITS.days)),
    repeat !== 'never' && repeat !== 'date' && wrongNumber(months, 'repeat_months', 1, LIMITS.months),
    repeat !== 'never' && wrongNumber(opens, 'repeat_opens', 0, LIMITS.months),
  ].filter((wrong) => wrong !== false)
}

function wrongNumber(text: string | undefined, field: string, min: number, max: number): WrongNumber | false {
  if (!text?.trim()) return false
  const number = numberOf(text)
  if (number === null) return { field, rule: 'withoutDecimals' }
  if (number < min) return { field, rule: 'min', meta: { min } }
  return number > max && { field, rule: 'max', meta: { max } }
}

type Rounds = Pick<DraftDefinition, 'repeat_months' | 'repeat_from' | 'repeat_on' | 'repeat_opens'>

function roundsOf({ repeat, repeat_months: months, repeat_day: day, repeat_month: month, repeat_opens: opens }: FlowValues): Rounds {
  const from = REPEAT_FROM.find((one) => one === repeat)
  if (!from) return { repeat_months: null }
  return {
    repeat_months: from === 'date' ? 12 : numberOf(months) || null,
    repeat_from: from,
    repeat_on: from === 'date' ? `${month.padStart(2, '0')}-${day.padStart(2, '0')}` : null,
    repeat_opens: numberOf(opens),
  }
}

/** The text of a file. Excel writes UTF-16 for "Unicode text"; in all other encodings addresses are the same bytes. */
export function textOf(content: ArrayBuffer): string {
  const [first, second] = new Uint8Array(content)
  return new TextDecoder(first === 0xff && second === 0xfe ? 'utf-16le' : 'utf-8').decode(content)
}

/**
 * The addresses in pasted text: a list, a column, or rows of a file with other columns and a header. A row without any address is kept word
 * by word, so that a typing error is reported instead of lost.
 */
export function addressesIn(text: string): string[] {
  const rows = text.split(/\r?\n/)
  const isHeader = (row: string, index: number) => index === 0 && rows.length > 1 && !row.includes('@') && /mail/i.test(row)
  return rows.flatMap((row, index) => {
    const words = row.split(/[\s,;"'<>]+/).filter(Boolean)
    const addresses = words.filter((word) => word.includes('@'))
    return addresses.length || isHeader(row, index) ? addresses : words
  })
}

/** The certificate or profile date of an anchor, in words; empty for other anchors. */
export const namesOf =
  (courses: readonly { id: number; name: string }[], profile: readonly { value: string; label: string }[]) =>
  (rule: AnchorRule): string => {
    if (rule.anchor === 'certificate_end') return courses.find(({ id }) => id === rule.course)?.name ?? ''
    return rule.anchor === 'profile' ? (profile.find(({ value }) => value === String(rule.field))?.label ?? '') : ''
  }

import type { DraftDefinition, ExpiredPolicy, RuleDraft, RuleType } from '../contract/definition.js'
import type { FlowDetail } from '../server/transformers/flow_transformer.js'

/** One step as its fields have it: texts, as people type them. */
export interface StepValues {
  type: string
  /** The other course. */
  other: string
  when: string
  days: string
  on: string
  mode: string
  due_days: string
  optional: boolean
}

export interface FlowValues {
  company: string
  name: string
  /** In their order. */
  courses: string[]
  /** Step key → its fields. */
  steps: Record<string, StepValues>
  /** A course; empty: all. */
  finish: string
  expired: string
  skip_held: boolean
  repeat_months: string
  groups: string[]
  active: boolean
  move: boolean
}

/** A flow has a course once, so the course names the step. */
export const keyOf = (course: string) => `c${course}`

/** A new step: the first starts right away, each other one when the one before it is passed. */
export const newStep = (before: string | undefined): StepValues => ({
  ...{ type: before ? 'status' : 'direct', other: before ?? '', when: 'finished', days: '14', on: '', mode: 'from' },
  ...{ due_days: '', optional: false },
})

export function valuesOf(flow: Pick<FlowDetail, 'name' | 'active' | 'groups' | 'definition'> | null): FlowValues {
  const { steps = [], rules = [], finish = null, expired = 'restart', skip_held = true, repeat_months = null } = flow?.definition ?? {}
  const courseOf = (key: string | null) => String(steps.find((step) => step.key === key)?.course ?? '')
  return {
    company: '',
    name: flow?.name ?? '',
    courses: steps.map(({ course }) => String(course)),
    steps: Object.fromEntries(
      steps.map(({ key, course, due_days: due, optional }) => {
        const rule = rules.find(({ step }) => step === key)
        const fields: StepValues = { ...newStep(undefined), type: rule?.type ?? '', due_days: due === null ? '' : String(due), optional }
        if (rule && 'other' in rule) Object.assign(fields, { other: courseOf(rule.other), when: rule.when })
        if (rule?.type === 'relative') fields.days = String(rule.days)
        if (rule?.type === 'date') Object.assign(fields, { on: rule.on, mode: rule.mode })
        return [keyOf(String(course)), fields]
      }),
    ),
    finish: courseOf(finish),
    expired,
    skip_held,
    repeat_months: repeat_months === null ? '' : String(repeat_months),
    groups: (flow?.groups ?? []).map(String),
    active: flow?.active ?? true,
    move: true,
  }
}

const numberOf = (text: string) => (/^\d{1,4}$/.test(text.trim()) ? Number(text) : null)

/** The definition that the fields make; what is not filled in is null. */
export function draftOf({ courses, steps, finish, expired, skip_held: skipHeld, repeat_months: repeat }: FlowValues): DraftDefinition {
  const fieldsOf = (course: string, index: number) => steps[keyOf(course)] ?? newStep(courses[index - 1])
  return {
    steps: courses.map((course, index) => {
      const { due_days: due, optional } = fieldsOf(course, index)
      return { key: keyOf(course), course: Number(course), due_days: numberOf(due) || null, optional }
    }),
    rules: courses.map((course, index): RuleDraft => {
      const { type, other, when, days, on, mode } = fieldsOf(course, index)
      return {
        step: keyOf(course),
        type: (type || 'status') as RuleType,
        // A course that was taken out of the flow is nothing to wait for.
        other: type && courses.includes(other) ? keyOf(other) : null,
        when: (when || null) as RuleDraft['when'],
        days: numberOf(days),
        on: on || null,
        mode: (mode || null) as RuleDraft['mode'],
      }
    }),
    finish: finish && courses.includes(finish) ? keyOf(finish) : null,
    expired: expired as ExpiredPolicy,
    skip_held: skipHeld,
    repeat_months: numberOf(repeat) || null,
  }
}

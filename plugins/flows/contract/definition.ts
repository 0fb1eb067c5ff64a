/** The rule that starts a step (specification, section 3: flow). */
export type RuleType = 'direct' | 'status' | 'date' | 'relative' | 'anchor'
export const RULE_TYPES = ['direct', 'status', 'date', 'relative', 'anchor'] as const satisfies readonly RuleType[]

/** Dates that a rule can count from, other than trainings: joining the company, first sign-in, a profile date, the end of a certificate. */
export const ANCHORS = ['joined_company', 'first_sign_in', 'profile', 'certificate_end'] as const
export type Anchor = (typeof ANCHORS)[number]

/** Names of choices: groups of trainings of which n must be done. */
export const CHOICES = ['a', 'b', 'c', 'd', 'e'] as const
export type ChoiceKey = (typeof CHOICES)[number]

/** The required status of another training of the flow. `finished` means passed (specification, section 4). */
export const CONDITIONS = ['opened', 'finished'] as const
export type Condition = (typeof CONDITIONS)[number]

/** `from`: on that date or later. `at`: on that date only. */
export const DATE_MODES = ['from', 'at'] as const
export type DateMode = (typeof DATE_MODES)[number]

/** Policies for when the access to a started training expires. */
export const EXPIRED_POLICIES = ['restart', 'extend', 'skip'] as const
export type ExpiredPolicy = (typeof EXPIRED_POLICIES)[number]

/**
 * The start of counting for the end of the next round: the day a round was finished, the end of that round, or the same date every year.
 */
export const REPEAT_FROM = ['finished', 'previous_end', 'date'] as const
export type RepeatFrom = (typeof REPEAT_FROM)[number]

export interface FlowStep {
  /** Identifies the step within its flow; stays the same across versions. */
  key: string
  course: number
  /** Days to finish it, counted from its start. Null: no due date. */
  due_days: number | null
  /** The flow can be finished without it. */
  optional: boolean
  /** The choice that the step belongs to. Such a step is not optional. */
  choice?: ChoiceKey | null | undefined
}

/** A rule as sent by a form. Empty fields are null. */
export interface RuleDraft {
  /** The step that it starts. */
  step: string
  type: RuleType
  /** For `status` and `relative`: the other step. */
  other?: string | null | undefined
  when?: Condition | null | undefined
  /** For `relative`: calendar days after. Also for `anchor`, where a negative number means before. */
  days?: number | null | undefined
  /** For `date`: `yyyy-mm-dd`. */
  on?: string | null | undefined
  mode?: DateMode | null | undefined
  /** For `anchor`. */
  anchor?: Anchor | null | undefined
  /** For the anchor `profile`: the number of the company's registration question. */
  field?: number | null | undefined
  /** For the anchor `certificate_end`: the course of the certificate. */
  course?: number | null | undefined
}

export type AnchorRule = { type: 'anchor'; days: number } & (
  { anchor: 'joined_company' | 'first_sign_in' } | { anchor: 'profile'; field: number } | { anchor: 'certificate_end'; course: number }
)

export type Rule = { step: string } & (
  | { type: 'direct' }
  | { type: 'status'; other: string; when: Condition }
  | { type: 'date'; on: string; mode: DateMode }
  | { type: 'relative'; other: string; when: Condition; days: number }
  | AnchorRule
)

/** The contents of a version of a flow. */
export interface Definition<R = Rule> {
  steps: FlowStep[]
  /** One per step. */
  rules: R[]
  /** Choices: groups of steps of which n must be done. All other steps count individually. */
  choices?: { key: ChoiceKey; needed: number }[] | undefined
  /** The step that finishes the flow; null: all steps that are not optional, and the required number of each choice. */
  finish: string | null
  expired: ExpiredPolicy
  /** A person who already has a training (a valid certificate) skips its step. */
  skip_held: boolean
  /** The flow repeats after this many months. Null: never. */
  repeat_months: number | null
  /** The start of counting those months. Missing: the day on which the round was finished. With `date` they are 12. */
  repeat_from?: RepeatFrom | undefined
  /** For `date`: `mm-dd`. */
  repeat_on?: string | null | undefined
  /** A round opens this many months before its end. Missing: it starts on that day. */
  repeat_opens?: number | null | undefined
}

export type DraftDefinition = Definition<RuleDraft>

export const LIMITS = { least_steps: 2, steps: 100, days: 3650, months: 120, name: 150 } as const

/** A checked draft as the engine reads it, without the fields that its rules do not use. */
export function definitionOf(draft: DraftDefinition): Definition {
  const { choices = [], repeat_from: from, repeat_on: on, repeat_opens: opens, ...rest } = draft
  // Unused fields are left out, so that the same flow is the same document.
  const used = choices.filter(({ key }) => draft.steps.some(({ choice }) => choice === key))
  return {
    ...rest,
    ...(used.length && { choices: used }),
    ...(draft.repeat_months !== null && from && from !== 'finished' && { repeat_from: from, ...(from === 'date' && { repeat_on: on }) }),
    ...(draft.repeat_months !== null && opens && { repeat_opens: opens }),
    steps: draft.steps.map(({ choice, ...step }) => (choice ? { ...step, choice } : step)),
    rules: draft.rules.map(ruleOf),
  }
}

function ruleOf({ step, type, other, when, days, on, mode, anchor, field, course }: RuleDraft): Rule {
  if (type === 'direct') return { step, type }
  if (type === 'date') return { step, type, on: on!, mode: mode! }
  if (type === 'status') return { step, type, other: other!, when: when! }
  if (type === 'relative') return { step, type, other: other!, when: when!, days: days! }
  if (anchor === 'profile') return { step, type, anchor, field: field!, days: days! }
  if (anchor === 'certificate_end') return { step, type, anchor, course: course!, days: days! }
  return { step, type, anchor: anchor!, days: days! }
}

/** What starts a step (specification, section 3: flow). */
export type RuleType = 'direct' | 'status' | 'date' | 'relative'
export const RULE_TYPES = ['direct', 'status', 'date', 'relative'] as const satisfies readonly RuleType[]

/** What another training of the flow has to be. `finished` means passed (specification, section 4). */
export const CONDITIONS = ['opened', 'finished'] as const
export type Condition = (typeof CONDITIONS)[number]

/** `from`: on that date or later. `at`: on that date only. */
export const DATE_MODES = ['from', 'at'] as const
export type DateMode = (typeof DATE_MODES)[number]

/** What happens when the access to a started training ran out. */
export const EXPIRED_POLICIES = ['restart', 'extend', 'skip'] as const
export type ExpiredPolicy = (typeof EXPIRED_POLICIES)[number]

export interface FlowStep {
  /** Names the step within its flow; stays the same across versions. */
  key: string
  course: number
  /** Days to finish it, counted from its start. Null: no due date. */
  due_days: number | null
  /** The flow can be finished without it. */
  optional: boolean
}

/** As a form sends it: what is not filled in yet is null. */
export interface RuleDraft {
  /** The step that it starts. */
  step: string
  type: RuleType
  /** Of `status` and `relative`: the other step. */
  other?: string | null | undefined
  when?: Condition | null | undefined
  /** Of `relative`: calendar days after. */
  days?: number | null | undefined
  /** Of `date`: `yyyy-mm-dd`. */
  on?: string | null | undefined
  mode?: DateMode | null | undefined
}

export type Rule = { step: string } & (
  | { type: 'direct' }
  | { type: 'status'; other: string; when: Condition }
  | { type: 'date'; on: string; mode: DateMode }
  | { type: 'relative'; other: string; when: Condition; days: number }
)

/** What a version of a flow consists of. */
export interface Definition<R = Rule> {
  steps: FlowStep[]
  /** One a step. */
  rules: R[]
  /** The step that finishes the flow; null: all steps that are not optional. */
  finish: string | null
  expired: ExpiredPolicy
  /** A person who already has a training (a valid certificate) skips its step. */
  skip_held: boolean
  /** The flow starts again so many months after it was finished. Null: never. */
  repeat_months: number | null
}

export type DraftDefinition = Definition<RuleDraft>

export const LIMITS = { steps: 100, days: 3650, months: 120, name: 150 } as const

/** A checked draft as the engine reads it, without the fields that its rules do not use. */
export function definitionOf(draft: DraftDefinition): Definition {
  return { ...draft, rules: draft.rules.map(ruleOf) }
}

function ruleOf({ step, type, other, when, days, on, mode }: RuleDraft): Rule {
  if (type === 'direct') return { step, type }
  if (type === 'date') return { step, type, on: on!, mode: mode! }
  if (type === 'status') return { step, type, other: other!, when: when! }
  return { step, type, other: other!, when: when!, days: days! }
}

/** The fields that a rule may use besides registration answers (`answer_<field>`). */
export const MEMBER_FIELDS = ['email_domain', 'language', 'role'] as const
export const RULE_OPERATORS = ['is', 'is_not', 'contains'] as const
export type RuleOperator = (typeof RULE_OPERATORS)[number]

export interface Condition {
  /** One of MEMBER_FIELDS, or `answer_` with the id of a registration field. */
  field: string
  op: RuleOperator
  value: string
}

/** The conditions for automatic membership. */
export interface Rule {
  match: 'all' | 'any'
  conditions: Condition[]
}

/** The registration field of a condition, or null. Pure. */
export function answerOf(field: string): number | null {
  const id = /^answer_(\d{1,15})$/.exec(field)?.[1]
  return id ? Number(id) : null
}

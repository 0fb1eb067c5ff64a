/** What a rule may look at besides the answers of one's registration (`answer_<field>`). */
export const MEMBER_FIELDS = ['email_domain', 'language', 'role'] as const
export const RULE_OPERATORS = ['is', 'is_not', 'contains'] as const
export type RuleOperator = (typeof RULE_OPERATORS)[number]

export interface Condition {
  /** One of MEMBER_FIELDS, or `answer_` with the id of a registration field. */
  field: string
  op: RuleOperator
  value: string
}

/** Who is in a group by itself. */
export interface Rule {
  match: 'all' | 'any'
  conditions: Condition[]
}

/** The registration field that a condition looks at, or null. Pure. */
export function answerOf(field: string): number | null {
  const id = /^answer_(\d{1,15})$/.exec(field)?.[1]
  return id ? Number(id) : null
}

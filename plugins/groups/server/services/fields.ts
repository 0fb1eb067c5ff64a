import { registrationFields } from '#core/kit/registration'
import { inChosenCompany, type Session } from '#core/kit/scope'
import { textIn } from '#core/kit/words'

/** A field of a person that a rule may look at; those of MEMBER_FIELDS have words of their own. */
export interface RuleField {
  field: string
  label: string
  /** What may be answered, where it is a choice. */
  options: readonly string[]
}

/** What a company asks when people register, for its rules. An admin says of which company, else there is none. */
export async function ruleFields(session: Session, company: number | undefined): Promise<RuleField[]> {
  if (session.isAdmin && !company) return []
  return inChosenCompany(session, { company: company ?? 0, reason: 'groups.fields' }, async () =>
    (await registrationFields())
      .filter(({ kind }) => kind !== 'checkbox' && kind !== 'date')
      .map(({ id, label, options }) => ({ field: `answer_${id}`, label: textIn(label, session.row.language), options: options ?? [] })),
  )
}

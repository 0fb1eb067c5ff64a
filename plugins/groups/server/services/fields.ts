import { registrationFields } from '#core/kit/registration'
import { inChosenCompany, type Session } from '#core/kit/scope'
import { textIn } from '#core/kit/words'

/** A field of a person that a rule may use; those of MEMBER_FIELDS have their own texts. */
export interface RuleField {
  field: string
  label: string
  /** The possible answers of a choice. */
  options: readonly string[]
}

/** The registration questions of a company, for its rules. An admin has to name the company, else there are none. */
export async function ruleFields(session: Session, company: number | undefined): Promise<RuleField[]> {
  if (session.isAdmin && !company) return []
  return inChosenCompany(session, { company: company ?? 0, reason: 'groups.fields' }, async () =>
    (await registrationFields())
      .filter(({ kind }) => kind !== 'checkbox' && kind !== 'date')
      .map(({ id, label, options }) => ({ field: `answer_${id}`, label: textIn(label, session.row.language), options: options ?? [] })),
  )
}

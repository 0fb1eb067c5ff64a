import type { Session } from '#core/kit/scope'
import { companyValidator } from '#plugins/reports/server/validators/dashboard'

/** The company that an admin selected (`?company=`). Null: every company that this person manages. @throws validation error (422) */
export async function chosenCompany(session: Session, query: unknown): Promise<number | null> {
  const { company } = await companyValidator.validate(query)
  return session.isAdmin ? (company ?? null) : null
}

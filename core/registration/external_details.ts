import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { GivenName } from '../contract/full_name.js'
import { conditionsAccepted } from '../contract/people_events.js'
import type { ExtraAnswers } from '../contract/registration.js'
import { emit } from '../events/outbox.js'
import { detailProblems, refuse } from '../accounts/account_rules.js'
import { checkAnswers } from './answers.js'
import { registrationFields } from './fields.js'

/** A new person's details, as another system sent them. */
export interface ExternalDetails extends GivenName {
  agreed: boolean
  extra: ExtraAnswers
}

/**
 * Checks them against the running company's questions.
 * @returns a function that stores them in the transaction that creates the membership, in the company's scope
 * @throws AppError 422 with the codes of specification, section 5, and at `extra.<id>`
 */
export async function checkExternalDetails(
  details: ExternalDetails,
  language: string,
): Promise<(trx: TransactionClientContract, membershipId: number) => Promise<void>> {
  const { answers, problems } = checkAnswers(await registrationFields(), details.extra)
  refuse([...detailProblems(details), ...problems])
  return async (trx, membershipId) => {
    const acceptedAt = new Date()
    await trx.rawQuery(`update core_memberships set conditions_accepted_at = ?, extra_info = extra_info || ?::jsonb where id = ?`, [
      acceptedAt as never,
      JSON.stringify(answers),
      membershipId,
    ])
    const facts = { membershipId, language, acceptedAt: acceptedAt.toISOString(), via: 'registration' as const }
    await emit(trx, conditionsAccepted, facts)
  }
}

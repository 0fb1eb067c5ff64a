import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { conflict, invalid } from '#core/contract/errors'
import { ADULT_AGE, type Day, isAdultOn, today } from '#core/kit/days'
import { knownBirthdate } from '#core/kit/people'
import type Participation from '../models/participation.js'
import type { VersionRow } from './version_content.js'

/** Days until a course that nobody began expires (specification, section 4: otherwise choosing a language starts the days). */
export const UNSTARTED_DAYS = 365

/**
 * Whether a person may begin a course for adults. The date of birth they give is stored if none is known and they are old enough, so that a
 * typing mistake can be corrected at once.
 * @throws AppError 422 on `birthdate` (required) when none is known or given; 409 too_young
 */
export async function assertAdult(trx: TransactionClientContract, membershipId: number, given: Day | null): Promise<void> {
  const known = await knownBirthdate(trx, membershipId, given)
  if (!known) throw invalid('birthdate', 'required')
  // The transaction rolls back the date that was just written.
  if (!isAdultOn(known, today())) throw conflict('too_young', { minimum_age: ADULT_AGE })
}

/**
 * The same when another person acts for them and cannot give their date of birth. @throws AppError 409 age_unknown, participant_too_young
 */
export async function assertKnownAdult(trx: TransactionClientContract, membershipId: number): Promise<void> {
  const known = await knownBirthdate(trx, membershipId, null)
  if (!known) throw conflict('age_unknown')
  if (!isAdultOn(known, today())) throw conflict('participant_too_young', { minimum_age: ADULT_AGE })
}

/** Whether the person has to give their date of birth before they may begin. Only queries for courses for adults that were not begun. */
export async function requiresBirthdate(
  { language, membershipId }: Participation,
  { version }: { version: Pick<VersionRow, 'adults_only'> },
): Promise<boolean> {
  if (language !== null || !version.adults_only) return false
  const member = await db.from('kit_members').where('id', membershipId).select('birthdate').first()
  return !member?.birthdate
}

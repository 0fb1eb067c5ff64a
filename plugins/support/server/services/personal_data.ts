import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { findMember } from '#core/kit/people'

/** A person's questions: those asked while signed in, and those a visitor asked from their address. */
const own = (membershipId: number, email: string) =>
  db.from('support_questions').whereRaw('(membership_id = ? or membership_id is null and lower(email) = lower(?))', [membershipId, email])

const emailOf = async (membershipId: number) => (await findMember(membershipId))?.email ?? ''

/** A person's questions, and when they saw the tour. */
export async function exportPersonalData(membershipId: number): Promise<Record<string, unknown>> {
  const questions = await own(membershipId, await emailOf(membershipId))
    .orderBy('id')
    .select('full_name', 'email', 'page', 'browser', 'sent_to', 'subject', 'message', 'course_shortname', 'status', 'created_at')
  return { questions, tours: await db.from('support_tours').where('membership_id', membershipId).select('seen_at') }
}

/** Answers were mails; only the stored questions are erased here. */
export async function erasePersonalData(membershipId: number): Promise<void> {
  await own(membershipId, await emailOf(membershipId)).delete()
  await db.from('support_tours').where('membership_id', membershipId).delete()
}

/** Erases visitors' questions from an address, of the platform or any company. @param trx across companies */
export async function eraseAddress(trx: TransactionClientContract, email: string, before: Date): Promise<void> {
  await trx.from('support_questions').whereNull('membership_id').whereRaw('lower(email) = ? and created_at <= ?', [email, before]).delete()
}

import db from '@adonisjs/lucid/services/db'

/** Everything learning keeps about a membership, as plain JSON. */
export async function exportPersonalData(membershipId: number): Promise<Record<string, unknown>> {
  const participations = await db.from('learning_participations').where('membership_id', membershipId)
  const ids = participations.map(({ id }) => id)
  return {
    participations,
    attempts: await db.from('learning_attempts').whereIn('participation_id', ids),
    evaluation_answers: await db.from('learning_evaluation_answers').whereIn('participation_id', ids),
  }
}

/**
 * Erases what a person wrote and how they did. That somebody took a course
 * stays countable only in reports, which hold no name after their own erasure.
 */
export async function erasePersonalData(membershipId: number): Promise<void> {
  // Attempts, states and answers go with the participation.
  await db.from('learning_participations').where('membership_id', membershipId).delete()
}

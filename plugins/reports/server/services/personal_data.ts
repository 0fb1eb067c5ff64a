import db from '@adonisjs/lucid/services/db'

/** What this plugin keeps about a membership. */
export async function exportPersonalData(membershipId: number): Promise<Record<string, unknown>> {
  const actions = await db
    .from('reports_actions')
    .where('membership_id', membershipId)
    .orderBy('occurred_at')
    .select('kind', 'person_name', 'course_name', 'grade', 'occurred_at')
  return { actions }
}

/** Takes the person out of what happened; that it happened stays, so that the numbers of a report hold. */
export async function erasePersonalData(membershipId: number): Promise<void> {
  await db
    .from('reports_actions')
    .where('membership_id', membershipId)
    .update({ membership_id: null, person_name: null, participation_id: null, grade: null })
}

import db from '@adonisjs/lucid/services/db'

/** What this plugin keeps about a membership; accounts and memberships themselves are core's. */
export async function exportPersonalData(membershipId: number): Promise<Record<string, unknown>> {
  const courses = await db
    .from('people_courses')
    .where('membership_id', membershipId)
    .orderBy('registered_at')
    .select('course_name', 'status', 'grade', 'registered_at', 'expires_at', 'finished_at')
  return { courses }
}

export async function erasePersonalData(membershipId: number): Promise<void> {
  await db.from('people_courses').where('membership_id', membershipId).delete()
}

import db from '@adonisjs/lucid/services/db'

/** What somebody learned elsewhere, as plain JSON. The files themselves are given and erased as the person's files are. */
export async function exportPersonalData(membershipId: number): Promise<Record<string, unknown>> {
  const external_courses = await db
    .from('external_courses_courses')
    .where('membership_id', membershipId)
    .orderBy('id')
    .select('id', 'name', 'status', 'grade', 'valid_until', 'description', 'created_at')
  const attachments = await db
    .from('external_courses_attachments as a')
    .join('external_courses_courses as i', 'i.id', 'a.course_id')
    .where('i.membership_id', membershipId)
    .orderBy('a.id')
    .select('a.course_id', 'a.description')
  return { external_courses, attachments }
}

/** It is the person's, and goes with them; what is attached hangs below. */
export async function erasePersonalData(membershipId: number): Promise<void> {
  await db.from('external_courses_courses').where('membership_id', membershipId).delete()
}

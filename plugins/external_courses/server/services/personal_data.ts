import db from '@adonisjs/lucid/services/db'

/** A person's external courses as plain JSON. Their files are exported and erased with the person's other files. */
export async function exportPersonalData(membershipId: number): Promise<Record<string, unknown>> {
  const external_courses = await db
    .from('external_courses_courses')
    .where('membership_id', membershipId)
    .orderBy('id')
    .select('id', 'name', 'status', 'grade', 'valid_until', 'description', 'created_at')
    .select('kind', 'diploma_number', 'obtained_on', 'check_state', 'checked_at', 'approval', 'refusal')
  const attachments = await db
    .from('external_courses_attachments as a')
    .join('external_courses_courses as i', 'i.id', 'a.course_id')
    .where('i.membership_id', membershipId)
    .orderBy('a.id')
    .select('a.course_id', 'a.description')
  return { external_courses, attachments }
}

/** The courses belong to the person and are erased with them; attachments follow. Who checked or decided is forgotten. */
export async function erasePersonalData(membershipId: number): Promise<void> {
  await db.from('external_courses_courses').where('checked_by_id', membershipId).update({ checked_by_id: null })
  await db.from('external_courses_courses').where('decided_by_id', membershipId).update({ decided_by_id: null })
  await db.from('external_courses_courses').where('membership_id', membershipId).delete()
}

import db from '@adonisjs/lucid/services/db'

/** A person's course requests and the answers. */
export async function exportPersonalData(membershipId: number): Promise<Record<string, unknown>> {
  const requests = await db
    .from('catalogue_requests')
    .where('membership_id', membershipId)
    .orderBy('id')
    .select('course_id', 'message', 'status', 'answer', 'created_at', 'decided_at')
  return { catalogue_requests: requests }
}

/** They belong to the person only and are erased with them; their decisions for others stay, without their name. */
export async function erasePersonalData(membershipId: number): Promise<void> {
  await db.from('catalogue_requests').where('membership_id', membershipId).delete()
  await db.from('catalogue_requests').where('decided_by', membershipId).update({ decided_by: null })
}

import db from '@adonisjs/lucid/services/db'

/** A member's identity at the company's provider. */
export async function exportPersonalData(membershipId: number): Promise<Record<string, unknown>> {
  const links = await db
    .from('directory_links')
    .where('membership_id', membershipId)
    .select('issuer', 'subject', 'created_at', 'last_used_at')
  const people = await db.from('directory_people').where('membership_id', membershipId).select('user_name', 'external_id', 'updated_at')
  return { sign_in: links, directory: people }
}

export async function erasePersonalData(membershipId: number): Promise<void> {
  await db.from('directory_links').where('membership_id', membershipId).delete()
  await db.from('directory_people').where('membership_id', membershipId).delete()
}

import db from '@adonisjs/lucid/services/db'

/** Since when a person's public page is on. The plugins that own the lines export them. */
export const exportPersonalData = async (membershipId: number): Promise<Record<string, unknown>> => ({
  passport: await db.from('passport_links').where('membership_id', membershipId).select('created_at'),
})

export async function erasePersonalData(membershipId: number): Promise<void> {
  await db.from('passport_links').where('membership_id', membershipId).delete()
}

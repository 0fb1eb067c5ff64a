import db from '@adonisjs/lucid/services/db'

/** Since when somebody's public page is on. What stands on it is exported by the plugins that keep it. */
export const exportPersonalData = async (membershipId: number): Promise<Record<string, unknown>> => ({
  passport: await db.from('passport_links').where('membership_id', membershipId).select('created_at'),
})

export async function erasePersonalData(membershipId: number): Promise<void> {
  await db.from('passport_links').where('membership_id', membershipId).delete()
}

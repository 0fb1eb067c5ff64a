import db from '@adonisjs/lucid/services/db'

/** Exports when the public page of a person was switched on. The lines are exported by the plugins that store them. */
export const exportPersonalData = async (membershipId: number): Promise<Record<string, unknown>> => ({
  passport: await db.from('passport_links').where('membership_id', membershipId).select('created_at'),
})

export async function erasePersonalData(membershipId: number): Promise<void> {
  await db.from('passport_links').where('membership_id', membershipId).delete()
}

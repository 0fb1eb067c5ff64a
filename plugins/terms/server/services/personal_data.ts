import db from '@adonisjs/lucid/services/db'

/** The terms that a person accepted, and when. */
export async function exportPersonalData(membershipId: number): Promise<Record<string, unknown>> {
  const accepted = await db
    .from('terms_acceptances as a')
    .join('terms_versions as v', 'v.id', 'a.version_id')
    .where('a.membership_id', membershipId)
    .orderBy('a.id')
    .select('v.number', 'a.language', 'a.accepted_at', 'a.via')
  return { accepted }
}

/** Erased with the person: it says nothing about anybody else. */
export async function erasePersonalData(membershipId: number): Promise<void> {
  await db.from('terms_acceptances').where('membership_id', membershipId).delete()
}

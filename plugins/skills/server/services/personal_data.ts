import db from '@adonisjs/lucid/services/db'

/** Which skills somebody has or needs, and what showed it. */
export async function exportPersonalData(membershipId: number): Promise<Record<string, unknown>> {
  const skills = await db
    .from('skills_cells as c')
    .join('skills_skills as s', (on) => on.on('s.company_id', 'c.company_id').andOn('s.id', 'c.skill_id'))
    .where('c.membership_id', membershipId)
    .orderBy('c.id')
    .select('s.name', 'c.required', 'c.origin', 'c.held_on', 'c.valid_until')
  const proofs = await db
    .from('skills_proofs')
    .where('membership_id', membershipId)
    .orderBy('id')
    .select('kind', 'course_id', 'name', 'day', 'valid_until', 'revoked')
  return { skills, proofs }
}

/** Both are the person's alone, and go with them. */
export async function erasePersonalData(membershipId: number): Promise<void> {
  for (const table of ['skills_cells', 'skills_proofs']) await db.from(table).where('membership_id', membershipId).delete()
}

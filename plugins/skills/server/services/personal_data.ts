import db from '@adonisjs/lucid/services/db'

/** The skills that a person has or needs, and their proofs. */
export async function exportPersonalData(membershipId: number): Promise<Record<string, unknown>> {
  const skills = await db
    .from('skills_cells as c')
    .join('skills_skills as s', (on) => on.on('s.company_id', 'c.company_id').andOn('s.id', 'c.skill_id'))
    .where('c.membership_id', membershipId)
    .orderBy('c.id')
    .select('s.name', 'c.required', 'c.origin', 'c.held_on', 'c.valid_until', 'c.due_on')
  const proofs = await db
    .from('skills_proofs')
    .where('membership_id', membershipId)
    .orderBy('id')
    .select('kind', 'course_id', 'name', 'day', 'valid_until', 'revoked')
  const mentors = await db
    .from('skills_mentors as x')
    .join('skills_skills as s', (on) => on.on('s.company_id', 'x.company_id').andOn('s.id', 'x.skill_id'))
    .join('kit_members as m', 'm.id', 'x.mentor_membership_id')
    .where('x.membership_id', membershipId)
    .orderBy('x.id')
    .select('s.name as skill', 'm.full_name as mentor', 'x.named_at')
  const guides: { skill: string }[] = await db
    .from('skills_mentors as x')
    .join('skills_skills as s', (on) => on.on('s.company_id', 'x.company_id').andOn('s.id', 'x.skill_id'))
    .where('x.mentor_membership_id', membershipId)
    .orderBy('x.id')
    .select('s.name as skill', 'x.named_at')
  return { skills, proofs, mentors, guides }
}

/** All of it belongs to the person and is erased with them; the people they guide then have no mentor. */
export async function erasePersonalData(membershipId: number): Promise<void> {
  await db.from('skills_mentors').where('membership_id', membershipId).orWhere('mentor_membership_id', membershipId).delete()
  for (const table of ['skills_cells', 'skills_proofs']) await db.from(table).where('membership_id', membershipId).delete()
}

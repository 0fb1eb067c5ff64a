import db from '@adonisjs/lucid/services/db'

/** A member's identities at other systems, and the results sent there. */
export async function exportPersonalData(membershipId: number): Promise<Record<string, unknown>> {
  const people = await db
    .from('lti_people as p')
    .join('lti_platforms as o', 'o.id', 'p.platform_id')
    .where('p.membership_id', membershipId)
    .select('o.name as platform', 'p.sub', 'p.is_administrator', 'p.created_at', 'p.last_used_at')
  const contexts = await db
    .from('lti_context_people as cp')
    .join('lti_contexts as c', 'c.id', 'cp.context_id')
    .join('lti_people as p', 'p.id', 'cp.person_id')
    .where('p.membership_id', membershipId)
    .select('c.title as context', 'cp.role', 'cp.status', 'cp.updated_at')
  const grades = await db
    .from('lti_grades as g')
    .join('lti_people as p', 'p.id', 'g.person_id')
    .join('lti_links as l', 'l.id', 'g.link_id')
    .where('p.membership_id', membershipId)
    .select('l.title as link', 'g.score', 'g.activity', 'g.happened_at', 'g.sent_at')
  const launches = await db.from('lti_launches').where('membership_id', membershipId).select('message', 'outcome', 'created_at')
  const arrivals = await db
    .from('lti_arrivals')
    .where('membership_id', membershipId)
    .select('source_name as system', 'integration', 'subject', 'created_at', 'last_used_at')
  return { systems: people, arrivals, contexts, grades, launches }
}

export async function erasePersonalData(membershipId: number): Promise<void> {
  // Rows that reference their identity are included: contexts, grades.
  await db.from('lti_people').where('membership_id', membershipId).delete()
  await db.from('lti_arrivals').where('membership_id', membershipId).delete()
  await db.from('lti_launches').where('membership_id', membershipId).delete()
}

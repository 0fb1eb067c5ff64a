import db from '@adonisjs/lucid/services/db'

/** A person's groups, how they joined, and the courses they got from them. */
export async function exportPersonalData(membershipId: number): Promise<Record<string, unknown>> {
  const groups = await db
    .from('groups_members as gm')
    .join('groups_groups as g', (on) => on.on('g.company_id', 'gm.company_id').andOn('g.id', 'gm.group_id'))
    .where('gm.membership_id', membershipId)
    .orderBy('gm.id')
    .select('g.kind', 'g.name', 'gm.added', 'gm.by_rule', 'gm.joined_at')
  const gifts = await db
    .from('groups_gifts')
    .where('membership_id', membershipId)
    .orderBy('id')
    .select('course_id', 'participation_id', 'due_at', 'mandatory', 'given_at', 'refused')
  const history = await db
    .from('groups_history')
    .where('membership_id', membershipId)
    .orderBy('id')
    .select('group_name', 'act', 'how', 'at')
  return { groups, gifts, history }
}

/** All of it belongs to the person only and is erased with them. */
export async function erasePersonalData(membershipId: number): Promise<void> {
  for (const table of ['groups_gifts', 'groups_members', 'groups_history'])
    await db.from(table).where('membership_id', membershipId).delete()
  await db.from('groups_history').where('by_membership_id', membershipId).update({ by_membership_id: null })
}

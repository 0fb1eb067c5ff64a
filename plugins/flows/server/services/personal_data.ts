import db from '@adonisjs/lucid/services/db'

/** A person's flows, their progress, and their history. */
export async function exportPersonalData(membershipId: number): Promise<Record<string, unknown>> {
  const flows = await db
    .from('flows_people as p')
    .join('flows_flows as f', (on) => on.on('f.company_id', 'p.company_id').andOn('f.id', 'p.flow_id'))
    .where('p.membership_id', membershipId)
    .orderBy('p.id')
    .select('f.name', 'p.round', 'p.state', 'p.origin', 'p.joined_on', 'p.finished_on', 'p.removed_at', 'p.stuck')
  const steps = await db
    .from('flows_steps as s')
    .join('flows_people as p', (on) => on.on('p.company_id', 's.company_id').andOn('p.id', 's.person_id'))
    .where('p.membership_id', membershipId)
    .orderBy('s.id')
    .select(
      'p.flow_id',
      'p.round',
      's.step',
      's.state',
      's.reason',
      's.participation_id',
      's.started_on',
      's.due_on',
      's.opened_on',
      's.done_on',
    )
  const history = await db.from('flows_history').where('membership_id', membershipId).orderBy('id').select('act', 'facts', 'at')
  const matches = await db.from('flows_matches').where('membership_id', membershipId).orderBy('flow_id').select('flow_id')
  return { flows, steps, history, matches }
}

/** All of it belongs to the person and is erased with them. */
export async function erasePersonalData(membershipId: number): Promise<void> {
  for (const table of ['flows_people', 'flows_history', 'flows_matches']) await db.from(table).where('membership_id', membershipId).delete()
  await db.from('flows_history').where('by_membership_id', membershipId).update({ by_membership_id: null })
}

import db from '@adonisjs/lucid/services/db'
import { removeFile } from '#core/kit/files'

/** Exports the data of this plugin about a membership. */
export async function exportPersonalData(membershipId: number): Promise<Record<string, unknown>> {
  const actions = await db
    .from('reports_actions')
    .where('membership_id', membershipId)
    .orderBy('occurred_at')
    .select('kind', 'person_name', 'course_name', 'grade', 'occurred_at')
  const reports = await db
    .from('reports_reports')
    .where('membership_id', membershipId)
    .orderBy('id')
    .select('name', 'definition', 'shared', 'schedule', 'created_at')
  const layout = await db.from('reports_layouts').where('membership_id', membershipId).select('arranged', 'hidden').first()
  return { actions, reports, layout: layout ?? null }
}

/**
 * Anonymises the person's actions; the actions stay, so that the numbers of a report remain correct. Their own reports are deleted, those
 * that they shared become the company's. All scheduled files are deleted too, because they may contain the person.
 */
export async function erasePersonalData(membershipId: number): Promise<void> {
  await db
    .from('reports_actions')
    .where('membership_id', membershipId)
    .update({ membership_id: null, person_name: null, participation_id: null, grade: null })
  for (const { file_id: id } of await db.from('reports_runs').select('file_id')) await removeFile(id)
  await db.from('reports_reports').where('membership_id', membershipId).where('shared', false).delete()
  await db
    .from('reports_reports')
    .where('membership_id', membershipId)
    .update({ membership_id: null, schedule: null, next_at: null, stopped: 'owner_left' })
  await db.from('reports_layouts').where('membership_id', membershipId).delete()
}

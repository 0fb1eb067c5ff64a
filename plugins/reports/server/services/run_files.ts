import db from '@adonisjs/lucid/services/db'

/** Whether a stored file is of a report that this member may see. */
export async function mayReadFile(fileId: number, membershipId: number | null): Promise<boolean> {
  const row = await db
    .from('reports_runs as n')
    .join('reports_reports as r', (on) => on.on('r.company_id', 'n.company_id').andOn('r.id', 'n.report_id'))
    .where('n.file_id', fileId)
    .select('r.shared', 'r.membership_id')
    .first()
  return Boolean(row && (row.shared || (membershipId !== null && row.membership_id === membershipId)))
}

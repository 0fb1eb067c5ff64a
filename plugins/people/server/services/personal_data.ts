import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'

/** Exports the data of this plugin about a membership. Core exports accounts and memberships. */
export async function exportPersonalData(membershipId: number): Promise<Record<string, unknown>> {
  const courses = await db
    .from('people_courses')
    .where('membership_id', membershipId)
    .orderBy('registered_at')
    .select('course_name', 'status', 'grade', 'registered_at', 'expires_at', 'finished_at')
  const lines = await db.from('people_import_rows').where('membership_id', membershipId).select('line', 'cells', 'problem')
  const imports = await db.from('people_imports').where('membership_id', membershipId).select('file_name', 'state', 'created_at')
  const work = await db
    .from('people_work as w')
    .leftJoin('kit_members as b', (on) => on.on('b.company_id', 'w.company_id').andOn('b.id', 'w.manager_id'))
    .where('w.membership_id', membershipId)
    .select('w.personnel_number', 'w.job_title', 'b.full_name as manager')
    .first()
  return { courses, lines, imports, work }
}

export async function erasePersonalData(membershipId: number): Promise<void> {
  await db.from('people_courses').where('membership_id', membershipId).delete()
  await db.from('people_work').where('membership_id', membershipId).delete()
  await db.from('people_import_rows').where('membership_id', membershipId).delete()
  await db.from('people_imports').where('membership_id', membershipId).update({ membership_id: null })
}

/** Lines of files that contain an address in any cell. */
export async function eraseAddress(trx: TransactionClientContract, email: string, before: Date): Promise<void> {
  await trx
    .from('people_import_rows')
    .whereNotNull('cells')
    .whereIn('import_id', trx.from('people_imports').where('created_at', '<=', before).select('id'))
    .whereRaw('exists (select 1 from jsonb_array_elements_text(cells) as c(cell) where lower(cell) = ?)', [email])
    .delete()
  await trx.from('people_import_rows').where('manager', email).update({ manager: null })
}

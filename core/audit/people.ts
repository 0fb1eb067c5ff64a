import db from '@adonisjs/lucid/services/db'

/** People in the log, by name; at most 500. Across companies. */
export async function auditPeople(): Promise<{ id: number; name: string }[]> {
  const { rows } = await db.rawQuery<{ rows: { id: number; name: string }[] }>(
    `select u.id, core_full_name(u.firstname, u.infix, u.lastname) || coalesce(' (' || core_mailbox(u.email) || ')', '') as name from core_users u
      where exists (select 1 from core_audit_log a where a.user_id = u.id) order by core_sort_name(u.firstname, u.infix, u.lastname), u.id limit 500`,
  )
  return rows
}

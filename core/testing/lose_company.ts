import { superuserOfTest } from './superuser.js'

/** Deletes a company with all its rows, as after restoring a backup of the platform from before the company existed. */
export async function loseCompany(company: string): Promise<void> {
  const root = await superuserOfTest()
  await root.query(`set session_replication_role = replica`)
  const { rows } = await root.query(`select id from core_companies where login_id = $1`, [company])
  const tables = await root.query(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid where a.attname = 'company_id' and c.relkind = 'r'
        and c.relnamespace = 'public'::regnamespace`,
  )
  for (const { name } of tables.rows) await root.query(`delete from ${name} where company_id = $1`, [rows[0].id])
  await root.query(`delete from core_companies where id = $1`, [rows[0].id])
  await root.end()
}

import db from '@adonisjs/lucid/services/db'
import { fullName } from '../contract/full_name.js'

/** The platform's admins by name, such as for a list of who can take something on. Runs across companies. */
export async function platformAdmins(): Promise<{ id: number; name: string }[]> {
  const rows: { id: number; firstname: string; infix: string | null; lastname: string }[] = await db
    .from('core_users')
    .whereNotNull('platform_role')
    .orderByRaw('core_full_name(firstname, infix, lastname), id')
    .select('id', 'firstname', 'infix', 'lastname')
  return rows.map((row) => ({ id: Number(row.id), name: fullName(row) }))
}

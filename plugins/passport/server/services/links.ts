import { randomBytes } from 'node:crypto'
import db from '@adonisjs/lucid/services/db'
import { currentCompanyId } from '#core/kit/scope'
import { platformUrl } from '#core/kit/settings'

const TABLE = 'passport_links'
/** 24 random bytes, so that it cannot be guessed. */
const newToken = () => randomBytes(24).toString('base64url')

/** The address of a person's public page; null while it is off. */
export async function linkOf(membershipId: number): Promise<string | null> {
  const row: { token: string } | null = await db.from(TABLE).where('membership_id', membershipId).select('token').first()
  return row && platformUrl(`/paspoort/${row.token}`)
}

/** Turns the public page on with a new address. An earlier one stops working at once. */
export async function renewLink(membershipId: number): Promise<void> {
  await db.rawQuery(
    `insert into ${TABLE} (company_id, membership_id, token) select ?, id, ? from kit_held_members(?) as h(id)
       on conflict (company_id, membership_id) do update set token = excluded.token, created_at = now()`,
    [currentCompanyId(), newToken(), [membershipId] as never],
  )
}

/** Turns the public page off. */
export async function endLink(membershipId: number): Promise<void> {
  await db.from(TABLE).where('membership_id', membershipId).delete()
}

/** The member of an address, in the scope of their company; null when there is none, or they are no longer active. */
export async function memberAt(token: string): Promise<number | null> {
  const row: { id: number } | null = await db
    .from(`${TABLE} as l`)
    .join('kit_members as m', 'm.id', 'l.membership_id')
    .where({ 'l.token': token, 'm.status': 'active' })
    .select('m.id')
    .first()
  return row?.id ?? null
}

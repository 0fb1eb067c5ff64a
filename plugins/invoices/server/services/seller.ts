import db from '@adonisjs/lucid/services/db'
import { acrossCompanies, type Session } from '#core/kit/scope'
import type { Seller } from '../../contract/index.js'

/** Who sells; null until an admin said so. */
export async function sellerNow(client: { from: typeof db.from } = db): Promise<Seller | null> {
  return (await client.from('invoices_seller').select('details').first())?.details ?? null
}

/** For admins: no company has a say in it. */
export const showSeller = (session: Session) => acrossCompanies(session, 'invoices.seller', () => sellerNow())

/** What was billed keeps the details that it was billed with. */
export const saveSeller = (session: Session, seller: Seller) => acrossCompanies(session, 'invoices.seller', () => writeSeller(seller))

/** In a scope across companies. */
export async function writeSeller(seller: Seller): Promise<Seller> {
  await db.rawQuery(
    `insert into invoices_seller (details) values (?)
     on conflict ((true)) do update set details = excluded.details, updated_at = clock_timestamp()`,
    [JSON.stringify(seller)],
  )
  return seller
}

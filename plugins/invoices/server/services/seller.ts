import db from '@adonisjs/lucid/services/db'
import { invalid } from '#core/contract/errors'
import type { Day } from '#core/kit/days'
import { acrossCompanies, type Session } from '#core/kit/scope'
import type { Seller } from '../../contract/index.js'
import { hasVatNumbers, isVatNumber } from '../../contract/vat_number.js'

/** The seller; null until an admin entered it. */
export async function sellerNow(client: { from: typeof db.from } = db): Promise<Seller | null> {
  return (await client.from('invoices_seller').select('details').first())?.details ?? null
}

/** Whether its teaching is exempt on that day: it has been in the register since then or longer. Pure. */
export const isRegistered = (seller: Seller | null, day: Day): boolean => Boolean(seller?.crkboSince && seller.crkboSince <= day)

/** For admins: no company can change it. */
export const showSeller = (session: Session) => acrossCompanies(session, 'invoices.seller', () => sellerNow())

/** Issued invoices keep the details of their time. @throws AppError 422 on `vatNumber` */
export function saveSeller(session: Session, seller: Seller): Promise<Seller> {
  if (hasVatNumbers(seller.country) && !isVatNumber(seller.country, seller.vatNumber)) throw invalid('vatNumber', 'vat_number')
  return acrossCompanies(session, 'invoices.seller', () => writeSeller(seller))
}

/** In a scope across companies. */
export async function writeSeller(seller: Seller): Promise<Seller> {
  await db.rawQuery(
    `insert into invoices_seller (details) values (?)
     on conflict ((true)) do update set details = excluded.details, updated_at = clock_timestamp()`,
    [JSON.stringify(seller)],
  )
  return seller
}

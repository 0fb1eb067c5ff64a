import db from '@adonisjs/lucid/services/db'
import { notFound } from '#core/contract/errors'
import { acrossCompanies, type Session } from '#core/kit/scope'

export interface VatCheck {
  id: number
  company_id: number
  company: string
}

/** Companies that a former flag made exempt from VAT and that nobody has checked, by name. For admins. */
export const vatChecks = (session: Session): Promise<VatCheck[]> =>
  acrossCompanies(session, 'booking.vat_checks', async () =>
    db
      .from('booking_vat_checks as v')
      .join('kit_companies as c', 'c.id', 'v.company_id')
      .whereNull('v.checked_at')
      .orderBy('c.name')
      .limit(500)
      .select('v.id', 'v.company_id', 'c.name as company'),
  )

/** Marks a company's invoices as checked by an admin. The first time is kept. @throws AppError 404 */
export const checkVat = (session: Session, id: string): Promise<void> =>
  acrossCompanies(session, 'booking.vat_checked', async () => {
    const found = await db
      .from('booking_vat_checks')
      .where('id', id)
      .update({ checked_at: db.raw('coalesce(checked_at, clock_timestamp())') })
    if (!Number(found)) throw notFound()
  })

import db from '@adonisjs/lucid/services/db'
import { forbidden } from '#core/contract/errors'
import { currentCompanyId, type Session } from '#core/kit/scope'

/** Whether a person saw the tour in this company. An admin who only visits the company is never shown it. */
export async function hasSeenTour({ membershipId }: Session): Promise<boolean> {
  if (!membershipId) return true
  return (await db.from('support_tours').where('membership_id', membershipId).first()) !== null
}

/** @throws AppError 403 visit_not_yours for an admin who only visits the company */
export async function markTourSeen({ membershipId }: Session): Promise<void> {
  if (!membershipId) throw forbidden('visit_not_yours')
  await db.rawQuery('insert into support_tours (company_id, membership_id) values (?, ?) on conflict do nothing', [
    currentCompanyId(),
    membershipId,
  ])
}

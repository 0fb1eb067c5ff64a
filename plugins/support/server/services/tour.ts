import db from '@adonisjs/lucid/services/db'
import { forbidden } from '#core/contract/errors'
import { currentCompanyId, type Session } from '#core/kit/scope'

/** Whether somebody saw the tour of the platform in this company; who only visits it is shown none. */
export async function sawTour({ membershipId }: Session): Promise<boolean> {
  if (!membershipId) return true
  return (await db.from('support_tours').where('membership_id', membershipId).first()) !== null
}

/** @throws AppError 403 visit_not_yours for who only visits the company */
export async function noteTour({ membershipId }: Session): Promise<void> {
  if (!membershipId) throw forbidden('visit_not_yours')
  await db.rawQuery('insert into support_tours (company_id, membership_id) values (?, ?) on conflict do nothing', [
    currentCompanyId(),
    membershipId,
  ])
}

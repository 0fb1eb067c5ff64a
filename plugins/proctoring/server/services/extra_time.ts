import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { sendMail } from '#core/kit/mail'
import { currentCompanyId } from '#core/kit/scope'
import { EXTRA_TIME_MAIL } from './mail_triggers.js'

type Client = Pick<TransactionClientContract, 'from'>

/** The extra time of a person in percent of a quiz's time; 0 for none. */
export async function extraTimeOf(client: Client, membershipId: number): Promise<number> {
  const row: { extra_time: number } | null = await client
    .from('proctoring_adjustments')
    .where('membership_id', membershipId)
    .select('extra_time')
    .first()
  return row?.extra_time ?? 0
}

/** Grants extra time from the next attempt on; 0 revokes it. The person is told by mail. @returns whether anything changed */
export async function grantExtraTime(trx: TransactionClientContract, membershipId: number, percent: number): Promise<boolean> {
  if ((await extraTimeOf(trx, membershipId)) === percent) return false
  await sendMail(trx, EXTRA_TIME_MAIL, { to: { member: membershipId }, payload: { percent } })
  if (percent === 0) {
    await trx.from('proctoring_adjustments').where('membership_id', membershipId).delete()
    return true
  }
  await trx
    .knexQuery()
    .table('proctoring_adjustments')
    .insert({ company_id: currentCompanyId(), membership_id: membershipId, extra_time: percent, updated_at: new Date() })
    .onConflict(['company_id', 'membership_id'])
    .merge(['extra_time', 'updated_at'])
  return true
}

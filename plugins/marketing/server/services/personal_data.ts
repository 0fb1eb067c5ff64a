import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { findMember } from '#core/kit/people'

/** Selects the leads from this address on pages of the company. */
const leadsFrom = (email: string) => db.from('marketing_leads').whereRaw('lower(email) = lower(?)', [email])
const emailOf = async (membershipId: number) => (await findMember(membershipId))?.email ?? ''

/** A person's consents, the campaigns that they received, and the details that they left. */
export async function exportPersonalData(membershipId: number): Promise<Record<string, unknown>> {
  const consents = await db
    .from('marketing_consents')
    .where('membership_id', membershipId)
    .select('words', 'language', 'given_at', 'withdrawn_at')
  const campaigns = await db
    .from('marketing_recipients as r')
    .join('marketing_campaigns as c', 'c.id', 'r.campaign_id')
    .where('r.membership_id', membershipId)
    .orderBy('r.id')
    .select(
      'c.name as campaign',
      'r.state',
      'r.sent_at',
      'r.delivered_at',
      'r.bounced_at',
      'r.clicked_at',
      'r.booked_at',
      'r.unsubscribed_at',
    )
  const leads = await leadsFrom(await emailOf(membershipId))
    .orderBy('id')
    .select('name', 'email', 'phone', 'organisation', 'message', 'source', 'subject', 'consent_words', 'consent_at', 'state', 'created_at')
  const reminders = await db.from('marketing_reminders').where('membership_id', membershipId).orderBy('id').select('draft_id', 'sent_at')
  return { marketing_reminders: reminders, marketing_consents: consents, marketing_campaigns: campaigns, marketing_leads: leads }
}

/**
 * Deletes a person's consents and the details that they left. A campaign keeps its numbers, without the person. The suppression list stays:
 * it contains only a hash of the address.
 */
export async function erasePersonalData(membershipId: number): Promise<void> {
  for (const table of ['marketing_consents', 'marketing_reminders']) await db.from(table).where('membership_id', membershipId).delete()
  const own = () => db.from('marketing_recipients').where('membership_id', membershipId)
  await leadsFrom(await emailOf(membershipId)).delete()
  const skipped: { campaign_id: number }[] = await own()
    .whereIn('state', ['waiting', 'held'])
    .update({ state: 'skipped' })
    .returning('campaign_id')
  // A campaign or its trial ends when nobody is left to mail, and this person may have been the last.
  for (const { campaign_id: campaign } of skipped) await db.rawQuery('select marketing_finish(?)', [campaign])
  await own().update({ membership_id: null, address_hash: null })
}

/** Deletes the details that somebody with this address left, on pages of the platform and of any company. @param trx across companies */
export async function eraseAddress(trx: TransactionClientContract, email: string, before: Date): Promise<void> {
  await trx.from('marketing_leads').whereRaw('lower(email) = ? and created_at <= ?', [email, before]).delete()
}

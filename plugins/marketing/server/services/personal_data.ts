import db from '@adonisjs/lucid/services/db'

/** A person's consents, and the campaigns that they received. */
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
    .select('c.name as campaign', 'r.state', 'r.sent_at', 'r.clicked_at', 'r.bounced_at', 'r.unsubscribed_at')
  return { marketing_consents: consents, marketing_campaigns: campaigns }
}

/**
 * Deletes their consent. A campaign's numbers stay, without the person. The suppression list stays too: it contains only a hash of the
 * address.
 */
export async function erasePersonalData(membershipId: number): Promise<void> {
  await db.from('marketing_consents').where('membership_id', membershipId).delete()
  const own = () => db.from('marketing_recipients').where('membership_id', membershipId)
  await own().where('state', 'waiting').update({ state: 'skipped' })
  await own().update({ membership_id: null, address_hash: null })
}

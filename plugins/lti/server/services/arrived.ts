import db from '@adonisjs/lucid/services/db'
import type { Arrival } from '#core/contract/launches'
import { currentCompanyId } from '#core/kit/scope'
import type { IdentitySource } from './people.js'

/** The source that identifies the person: an integration and one of its systems. */
export interface ArrivedBy {
  integration: string
  source: Arrival['source']
}

const rowOf = ({ integration, source }: ArrivedBy, subject: string) => ({
  company_id: currentCompanyId(),
  integration,
  source: source.id,
  subject,
})

/** People sent by a system with links. Its statement about an e-mail address proves nothing. */
export const byArrival = (by: ArrivedBy): IdentitySource => ({
  key: `${by.integration}:${by.source.id}`,
  trustedDomains: [],
  find: async (subject) => {
    const [row] = (await db
      .from('lti_arrivals')
      .where(rowOf(by, subject))
      .update({ last_used_at: new Date() })
      .returning(['id', 'membership_id'])) as { id: number; membership_id: number }[]
    return row ? { personId: row.id, membershipId: row.membership_id } : null
  },
  keep: async (trx, { subject }, membershipId) => {
    const { integration, source } = by
    await trx.rawQuery(
      `insert into lti_arrivals (company_id, integration, source, source_name, subject, membership_id, last_used_at)
       values (?, ?, ?, ?, ?, ?, now()) on conflict (company_id, integration, source, subject) do nothing`,
      [currentCompanyId(), integration, source.id, source.name, subject, membershipId],
    )
  },
  forget: async (subject, membershipId) =>
    (
      await db
        .from('lti_arrivals')
        .where({ ...rowOf(by, subject), membership_id: membershipId })
        .delete()
        .returning('id')
    ).length > 0,
})

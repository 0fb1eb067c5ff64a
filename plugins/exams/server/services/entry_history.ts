import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { currentCompanyId } from '#core/kit/scope'
import type { ExamStatus } from '../../contract/statuses.js'

/** The party that set a status: the company of the entry, the exam provider, an admin, or the system. */
export type Side = 'company' | 'provider' | 'platform' | 'system'

export interface StatusNote {
  entryIds: readonly number[]
  status: ExamStatus
  from: ExamStatus | null
  side: Side
  /** A member of the company on that side; null for the platform and the system. */
  membershipId: number | null
  explanation: string
}

/** Records who gave entries which status. Runs in the entry's company. @returns when, ISO 8601 */
export async function recordStatus(trx: TransactionClientContract, { entryIds, ...note }: StatusNote): Promise<string> {
  const { rows } = await trx.rawQuery<{ rows: { at: Date }[] }>(
    `insert into exams_entry_history (company_id, entry_id, moment_id, provider_company_id, status, from_status, by_side, by_membership_id, explanation, at)
     select e.company_id, e.id, e.moment_id, e.provider_company_id, :status, :from, :side, :membershipId, :explanation, clock_timestamp()
       from exams_entries e where e.company_id = :companyId and e.id = any(:entryIds::bigint[]) order by e.id
     returning at`,
    { ...note, entryIds: [...entryIds], companyId: currentCompanyId() } as never,
  )
  return rows[0]!.at.toISOString()
}

import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { currentCompanyId } from '#core/kit/scope'
import type { ExamStatus, NewsAbout } from '../../contract/statuses.js'

/** What else than a status is told: seats given back, the moment off or at another time, people taken to another moment. */
export type NewsWhat = ExamStatus | 'released' | 'withdrawn' | 'moved' | 'moved_away'

/** To which of the provider's addresses a status belongs. */
export const ABOUT: Readonly<Record<ExamStatus, NewsAbout>> = {
  ...{ waiting: 'application', confirmed: 'confirmation', not_confirmed: 'status', refused: 'status' },
  ...{ passed: 'finish', failed: 'finish', no_show: 'finish' },
}

/**
 * Writes down what whoever gives a moment's exam is to hear of entries (provider_mails.ts tells it), in the transaction of the change.
 * Of a moment that the platform itself gives nobody is told.
 */
export async function noteNews(
  trx: TransactionClientContract,
  at: { id: number; provider_company_id: number | null },
  entries: readonly number[],
  about: NewsAbout,
  what: NewsWhat,
): Promise<void> {
  if (at.provider_company_id === null || !entries.length) return
  await trx.rawQuery(
    `insert into exams_news (company_id, entry_id, provider_company_id, moment_id, about, what, person_name, company_name, at)
     select e.company_id, e.id, ?, ?, ?, ?, e.person_name, e.company_name, clock_timestamp() from exams_entries e
      where e.company_id = ? and e.id = any(?) order by e.id`,
    [at.provider_company_id, at.id, about, what, currentCompanyId(), [...entries] as never],
  )
}

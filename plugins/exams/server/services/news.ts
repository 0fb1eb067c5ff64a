import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { currentCompanyId } from '#core/kit/scope'
import type { ExamStatus, NewsAbout } from '../../contract/statuses.js'

/**
 * A status or another kind of news: seats released, the moment withdrawn or at another time, people moved to another moment,
 * somebody's adjustments changed.
 */
export type NewsWhat = ExamStatus | 'released' | 'withdrawn' | 'moved' | 'moved_away' | 'adjusted'

/** The address of the provider that each status is sent to. */
export const ABOUT: Readonly<Record<ExamStatus, NewsAbout>> = {
  ...{ waiting: 'application', confirmed: 'confirmation', not_confirmed: 'status', refused: 'status' },
  ...{ passed: 'finish', failed: 'finish', no_show: 'finish' },
}

/**
 * Stores news about entries for the provider (sent by provider_mails.ts), in the transaction of the change. An exam that the platform
 * itself gives has no news.
 */
export async function recordNews(
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

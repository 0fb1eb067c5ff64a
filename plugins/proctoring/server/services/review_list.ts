import db from '@adonisjs/lucid/services/db'
import type { Session } from '#core/kit/scope'
import { DECIDED, IN_REVIEW, REVIEWS_COUNTED } from '../../contract/states.js'
import type { RecordingRow } from './recording_row.js'
import { NOT_IN_ROOM } from './review_access.js'

/** The tab of the examiner's list that shows an attempt. */
export const TABS = ['todo', 'doing', 'done'] as const
export type Tab = (typeof TABS)[number]

/** Maximum number of attempts in each tab; others appear once these are reviewed. */
const LISTED = 200

const among = (states: readonly string[]) => `state in (${states.map((state) => `'${state}'`).join()})`
const CLAIMED = `coalesce(claimed_by is not null and claimed_at > now() - interval '1 hour', false)`
/** This examiner decided in an earlier round. */
const DECIDED_BEFORE = `exists (select 1 from proctoring_decisions d
  where d.company_id = proctoring_recordings.company_id and d.recording_id = proctoring_recordings.id and d.by_user = :user)`
/** Another examiner has to review the attempt, so it is done for this one. An attempt in its first round has no decisions. */
const DONE_FOR_ONE = `state in ('second', 'appeal') and not ${CLAIMED} and ${DECIDED_BEFORE}`
const OPEN_COMPLAINT = `answered_at is null and exists (select 1 from proctoring_recordings r
  where r.company_id = proctoring_complaints.company_id and r.id = recording_id and ${NOT_IN_ROOM})`
const OPEN: Record<'todo' | 'doing', string> = {
  todo: `${among(IN_REVIEW)} and not ${CLAIMED} and not ${DECIDED_BEFORE}`,
  doing: `${among(IN_REVIEW)} and ${CLAIMED}`,
}

/**
 * The attempts that this company reviews: `todo` and `doing` oldest first, `done` newest first, beginning with what this examiner
 * decided and a colleague still has to review. Runs in the scope of that company.
 */
export async function listReviews(session: Session, tab: Tab): Promise<RecordingRow[]> {
  const ofProvider = () =>
    db
      .from('proctoring_recordings')
      .where('review_company_id', session.companyId!)
      .whereRaw(NOT_IN_ROOM, { member: session.membershipId! })
      .limit(LISTED)
  if (tab !== 'done') return ofProvider().whereRaw(OPEN[tab], { user: session.userId }).orderByRaw('coalesce(appealed_at, submitted_at)')
  const waiting: RecordingRow[] = await ofProvider().whereRaw(DONE_FOR_ONE, { user: session.userId }).orderBy('submitted_at', 'desc')
  return [...waiting, ...((await decided(session.companyId!, session.membershipId!)) as RecordingRow[])].slice(0, LISTED)
}

/** The last decided attempts of a provider. A query of its own, because its index returns them in this order. */
export const decided = (companyId: number, member: number) =>
  db
    .from('proctoring_recordings')
    .where('review_company_id', companyId)
    .whereRaw(among(DECIDED))
    .whereRaw(NOT_IN_ROOM, { member })
    .orderBy('decided_at', 'desc')
    .limit(LISTED)

/**
 * The number of attempts in each tab and of open complaints, up to one more than REVIEWS_COUNTED. Each part is found with the index of the
 * provider's rows by state.
 */
export async function countReviews(session: Session): Promise<Record<Tab | 'complaints', number>> {
  const found = (table: string, where: string) =>
    `(select count(*) from (select 1 from ${table} where review_company_id = :company and ${where} limit ${REVIEWS_COUNTED + 1}) found)`
  const recordings = (where: string) => found('proctoring_recordings', `${NOT_IN_ROOM} and ${where}`)
  const { rows } = await db.rawQuery<{ rows: Record<Tab | 'complaints', number>[] }>(
    `select ${recordings(OPEN.todo)} as todo, ${recordings(OPEN.doing)} as doing,
            least(${recordings(among(DECIDED))} + ${recordings(DONE_FOR_ONE)}, ${REVIEWS_COUNTED + 1}) as done,
            ${found('proctoring_complaints', OPEN_COMPLAINT)} as complaints`,
    { company: session.companyId!, user: session.userId, member: session.membershipId! },
  )
  return rows[0]!
}

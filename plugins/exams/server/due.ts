// Which companies have work for the scheduled jobs of exams. In a file of its own, because plugin.ts is loaded before there is a database.

/** Only moments that changed recently are checked; entries at others were updated right away. */
const CHANGED_DAYS = 60
/** News older than this is no longer sent. */
export const NEWS_DAYS = 7
export const OLD_NEWS = `at < now() - interval '60 days'`

/** `exams.keep`: expired holds, and entries at moments that were withdrawn or moved. */
export const ENTRIES_DUE = `
  select company_id from exams_entries where released_at is null and held_until < now()
  union select n.company_id from exams_moments m join exams_entries n on n.moment_id = m.id and n.released_at is null
   where m.updated_at > now() - interval '${CHANGED_DAYS} days' and (m.withdrawn_at is not null or n.told_starts_at <> m.starts_at)`

/** The two facts about a request `r` at a company's own location that its provider is told once: that it was made, and that it was withdrawn. */
export const REQUEST_FACT = `case r.status when 'withdrawn' then 'request_withdrawn:' || r.id else 'request:' || r.id end`
/**
 * Requests with such a fact that was not told yet. A withdrawal is told if the request was told before. Answered requests are already known
 * to the provider.
 */
export const REQUESTS_TO_TELL = `r.provider_company_id is not null and r.created_at > now() - interval '${NEWS_DAYS} days'
  and (r.status = 'open' or r.status = 'withdrawn'
       and exists (select 1 from exams_told t where t.company_id = r.provider_company_id and t.fact = 'request:' || r.id))
  and not exists (select 1 from exams_told t where t.company_id = r.provider_company_id and t.fact = ${REQUEST_FACT})`

/** `exams.tell_provider`: news and requests that were not sent to providers yet, and recent exams to bill. */
export const NEWS_DUE = `
  select n.provider_company_id as company_id from exams_news n where n.at > now() - interval '${NEWS_DAYS} days'
     and not exists (select 1 from exams_told t where t.company_id = n.provider_company_id and t.fact = 'news:' || n.id)
  union select r.provider_company_id from exams_requests r where ${REQUESTS_TO_TELL}
  union select m.provider_company_id from exams_moments m
   where m.provider_company_id is not null and m.withdrawn_at is null
     and m.starts_at between now() - interval '${NEWS_DAYS + 2} days' and now()
     and not exists (select 1 from exams_told t where t.company_id = m.provider_company_id and t.fact = 'billing:' || m.id)`

/** Entries of people whose exam starts within two days and who have had no reminder of that start. */
export const REMINDER_DUE = `m.withdrawn_at is null and m.starts_at > now() and m.starts_at < now() + interval '50 hours'
  and n.released_at is null and n.held_until is null and n.membership_id is not null and n.status in ('waiting', 'confirmed')
  and n.reminded_for is distinct from m.starts_at`

/** `exams.remind`. */
export const REMINDERS_DUE = `select n.company_id from exams_moments m join exams_entries n on n.moment_id = m.id where ${REMINDER_DUE}`

/** `exams.forget_candidates`: data of candidates whose exam is over or whose seat was given back. The term is each company's own. */
export const CANDIDATES_DUE = `select n.company_id from exams_entries n join exams_moments m on m.id = n.moment_id
   where n.candidate_lastname is not null and (n.released_at is not null or m.starts_at < now() - interval '1 day')`

/** `exams.forget_news`. */
export const OLD_NEWS_DUE = `select company_id from exams_news where ${OLD_NEWS} union select company_id from exams_told where ${OLD_NEWS}`

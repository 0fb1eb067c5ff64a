import { addDays, type Day, today, zone } from '#core/kit/days'
import { SOON_DAYS, type SkillState } from '../../contract/index.js'

/** SQL: the state of a cell `c`; binds `stateDays()`. A skill is valid through its last day. */
export const STATE = `case when c.origin is null then case when c.due_on >= ?::date then 'starting' else 'missing' end when c.valid_until < ?::date then 'ended'
  when c.valid_until <= ?::date then 'ending' else 'valid' end`

/**
 * SQL: the first day on which renewing a cell `c` keeps the date of its end; null: no window. For a skill held through another, the other's
 * window counts.
 */
export const RENEW_FROM = `(select (c.valid_until - make_interval(months => w.renew_months))::date from skills_skills w
  where w.company_id = c.company_id and w.id = coalesce(c.through_skill_id, c.skill_id) and c.origin is not null)`

/** SQL: whether a source `o` gives the skill of a cell `c` today. A course that only renews does nothing after the end. */
export const GRANTS_SKILL = () => `(not o.renews_only or c.valid_until >= (now() at time zone '${zone()}')::date)`

/** @returns today twice, and the last day of "soon" */
export const stateDays = (): [Day, Day, Day] => [today(), today(), addDays(today(), SOON_DAYS)]

/** The same for one cell. Pure. */
export function stateOf(
  { origin, valid_until: until, due_on: due }: { origin: string | null; valid_until: Day | null; due_on: Day | null },
  [now, , soon]: [Day, Day, Day] = stateDays(),
): SkillState {
  if (!origin) return due && due >= now ? 'starting' : 'missing'
  if (until && until < now) return 'ended'
  return until && until <= soon ? 'ending' : 'valid'
}

import { addDays, type Day, today } from '#core/kit/days'
import { SOON_DAYS, type SkillState } from '../../contract/index.js'

/** The state of a cell `c`; binds `stateDays()`. A skill counts through its last day. */
export const STATE = `case when c.origin is null then 'missing' when c.valid_until < ?::date then 'ended'
  when c.valid_until <= ?::date then 'ending' else 'valid' end`

/** @returns today, and the last day of "soon" */
export const stateDays = (): [Day, Day] => [today(), addDays(today(), SOON_DAYS)]

/** The same of one cell. Pure. */
export function stateOf(
  { origin, valid_until: until }: { origin: string | null; valid_until: Day | null },
  [now, soon]: [Day, Day] = stateDays(),
): SkillState {
  if (!origin) return 'missing'
  if (until && until < now) return 'ended'
  return until && until <= soon ? 'ending' : 'valid'
}

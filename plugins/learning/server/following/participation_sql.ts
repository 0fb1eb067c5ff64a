/** A cancelled participation stays visible but does not count. */
export const COUNTS = `p.status <> 'cancelled'`
export const OPEN = `('registered', 'planned', 'busy')`
/** Access has ended, even if the hourly job has not stored it yet. */
export const PAST_END = 'p.expires_at <= now()'
/** The status of a participation `p` as every page shows it: expired as soon as access ends, before the hourly job stores it. */
export const STATUS_NOW = `case when p.status in ${OPEN} and ${PAST_END} then 'expired' else p.status end`
/** Open, with a past due day. Its only parameter: today. */
export const OVERDUE = `(p.status in ${OPEN} and (p.expires_at is null or p.expires_at > now()) and p.due_at < ?::date)`

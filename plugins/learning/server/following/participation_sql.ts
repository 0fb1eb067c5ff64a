/** What was taken back is nobody's any more: it stays to be seen, and counts for nothing. */
export const COUNTS = `p.status <> 'cancelled'`
export const OPEN = `('registered', 'planned', 'busy')`
/** Its time is over, as the clock knows before the hourly job writes it down. */
export const PAST_END = 'p.expires_at <= now()'
/** As every page says it of a participation `p`: the hourly job writes it down, the clock knows it before. */
export const STATUS_NOW = `case when p.status in ${OPEN} and ${PAST_END} then 'expired' else p.status end`
/** Open, and its due day is past. Its one parameter: today. */
export const OVERDUE = `(p.status in ${OPEN} and (p.expires_at is null or p.expires_at > now()) and p.due_at < ?::date)`

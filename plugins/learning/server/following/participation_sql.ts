const OPEN = `('registered', 'planned', 'busy')`
/** As every page says it of a participation `p`: the hourly job writes it down, the clock knows it before. */
export const STATUS_NOW = `case when p.status in ${OPEN} and p.expires_at <= now() then 'expired' else p.status end`
/** Open, and its due day is past. Its one parameter: today. */
export const OVERDUE = `(p.status in ${OPEN} and (p.expires_at is null or p.expires_at > now()) and p.due_at < ?::date)`

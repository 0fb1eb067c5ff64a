import db from '@adonisjs/lucid/services/db'
import { today } from '#core/kit/days'
import { ATTENTION_KINDS, type Attention, type AttentionKind } from '../../contract/index.js'
import { OVERDUE } from '../following/totals.js'

/** How far one looks ahead for access that ends, and back for who failed. */
const DAYS = 30
/** So long a course may lie unopened. */
const IDLE_DAYS = 14
const SHOWN = 3

const RUNNING = `('registered', 'planned', 'busy')`
const WHICH: Record<AttentionKind, { condition: string; at: string; order: 'asc' | 'desc' }> = {
  // Its one parameter: today.
  overdue: { condition: OVERDUE, at: 'p.due_at', order: 'asc' },
  expiring: {
    condition: `p.status in ${RUNNING} and p.expires_at > now() and p.expires_at < now() + interval '${DAYS} days'`,
    at: 'p.expires_at',
    order: 'asc',
  },
  not_started: {
    condition: `p.status = 'registered' and p.language is null and p.registered_at < now() - interval '${IDLE_DAYS} days'`,
    at: 'p.registered_at',
    order: 'asc',
  },
  failed: { condition: `p.status = 'failed' and p.finished_at > now() - interval '${DAYS} days'`, at: 'p.finished_at', order: 'desc' },
}

const part = (kind: AttentionKind) => `
  (select '${kind}' as kind, p.membership_id, m.firstname || ' ' || m.lastname as name, v.name as course_name, ${WHICH[kind].at} as at,
          count(*) over ()::int as total
     from learning_participations p
     join kit_members m on m.id = p.membership_id and m.status = 'active'
     join learning_course_versions v on v.id = p.version_id
    where ${WHICH[kind].condition} order by ${WHICH[kind].at} ${WHICH[kind].order}, p.id limit ${SHOWN})`

interface Row {
  kind: AttentionKind
  membership_id: number
  name: string
  course_name: Record<string, string>
  at: Date
  total: number
}

/** See LearningService.attention; one query. */
export async function attention(): Promise<Attention[]> {
  const { rows } = await db.rawQuery<{ rows: Row[] }>(ATTENTION_KINDS.map(part).join(' union all '), [today()])
  return ATTENTION_KINDS.flatMap((kind) => {
    const own = rows.filter((row) => row.kind === kind)
    const people = own.map(({ membership_id, name, course_name, at }) => ({
      membershipId: membership_id,
      name,
      courseName: course_name,
      at,
    }))
    return own[0] ? [{ kind, count: own[0].total, people }] : []
  })
}

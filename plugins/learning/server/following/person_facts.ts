import type { PersonFacts } from '#core/contract/person_facts'
import { HISTORY_ACTIONS } from './history_actions.js'

const COURSE = 'learning_participations p join learning_course_versions v on v.id = p.version_id'
const OF = 'p.company_id = :company and p.membership_id = :member'
const NAME = `'course', v.name`
const noted = (actions: string) =>
  `exists (select 1 from learning_participation_history h where h.company_id = p.company_id and h.participation_id = p.id and h.action in (${actions}))`
/** One event of a participation; `place` makes the ids of its events distinct. */
const moment = (place: number, at: string, act: string, facts: string, where: string, side = 'self', by = 'null::bigint') => `
  select p.id * 8 + ${place} as id, ${at} as at, ${act} as act, jsonb_build_object(${facts}) as facts,
         ${by} as by_member, null::bigint as by_user, '${side}' as by_side
    from ${COURSE} where ${OF} and ${at} is not null and ${where}`

const SOURCES = ['assigned', 'group', 'direct', 'flow', 'booking', 'lti'] as const

/** For the history of a person: the results of their courses, and what others did with them. */
export const personFacts: readonly PersonFacts[] = [
  {
    name: 'learning.courses',
    acts: [...SOURCES.map((source) => `registered_${source}`), 'started', 'passed', 'failed', 'expired'],
    sql: [
      // If the history has an entry, that entry already shows who assigned it.
      moment(
        0,
        'p.registered_at',
        `'registered_' || p.source`,
        NAME,
        `not ${noted(`'assigned', 'given', 'given_in_flow', 'restarted_from'`)}`,
        'unknown',
        'p.assigned_by',
      ),
      moment(1, 'p.started_at', `'started'`, NAME, 'true'),
      moment(
        2,
        'p.finished_at',
        'p.status',
        `${NAME}, 'grade', coalesce(p.grade::text, 'none')`,
        `(p.status = 'failed' or (p.status = 'passed' and not ${noted(`'pass'`)}))`,
      ),
      moment(3, 'p.expires_at', 'p.status', NAME, `p.status = 'expired'`, 'system'),
    ].join(' union all '),
  },
  {
    name: 'learning.acts',
    acts: HISTORY_ACTIONS.map((act) => `act_${act}`),
    sql: `select h.id, h.at, 'act_' || h.action as act,
                 jsonb_build_object(${NAME}, 'note', h.reason, 'until_on', coalesce(h.details->>'expires_at', 'none')) as facts,
                 h.by_membership_id as by_member, null::bigint as by_user,
                 case when h.by_platform then 'platform' when h.action in ('given', 'given_in_flow', 'taken_back') then 'system' else 'unknown' end as by_side
            from ${COURSE} join learning_participation_history h on h.company_id = p.company_id and h.participation_id = p.id
           where ${OF}`,
  },
]

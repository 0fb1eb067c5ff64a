import type { PersonFacts } from '#core/contract/person_facts'
import { PLATFORM_ZONE } from '#core/kit/days'
import { EXAM_STATUSES } from '../../contract/statuses.js'

/** For the history of a person: their results and what else happened to their seats, as set by the provider. */
export const personFacts: readonly PersonFacts[] = [
  {
    name: 'exams.entries',
    acts: EXAM_STATUSES.map((status) => `status_${status}`),
    sql: `select h.id, h.at, 'status_' || h.status as act,
                 jsonb_build_object('course', coalesce(o.name, '{}'), 'city', m.city, 'exam_on', (m.starts_at at time zone '${PLATFORM_ZONE}')::date::text,
                                    'note', nullif(h.explanation, '')) as facts,
                 case when h.by_side = 'company' then h.by_membership_id end as by_member, null::bigint as by_user,
                 case h.by_side when 'provider' then 'elsewhere' when 'platform' then 'platform' when 'system' then 'system' else 'gone' end as by_side
            from exams_entries n
            join exams_entry_history h on h.company_id = n.company_id and h.entry_id = n.id
            join exams_moments m on m.id = coalesce(h.moment_id, n.moment_id) join exams_exams e on e.id = m.exam_id
            left join learning_offers o on o.course_id = e.course_id
           where n.company_id = :company and n.membership_id = :member`,
  },
]

import type { PersonFacts } from '#core/contract/person_facts'

const FROM = `from catalogue_requests r left join learning_offers o on o.course_id = r.course_id
           where r.company_id = :company and r.membership_id = :member`
const COURSE = `'course', coalesce(o.name, '{}')`

/** For the history of a person: their requests and the answers. */
export const personFacts: readonly PersonFacts[] = [
  {
    name: 'catalogue.requests',
    acts: ['asked', 'granted', 'declined'],
    sql: `select r.id * 2 as id, r.created_at as at, 'asked' as act, jsonb_build_object(${COURSE}, 'note', nullif(r.message, '')) as facts,
                 null::bigint as by_member, null::bigint as by_user, 'self' as by_side ${FROM}
          union all
          select r.id * 2 + 1, r.decided_at, r.status, jsonb_build_object(${COURSE}, 'note', nullif(r.answer, '')),
                 r.decided_by, null::bigint, 'unknown' ${FROM} and r.decided_at is not null and r.status <> 'open'`,
  },
]

import type { PersonFacts } from '#core/contract/person_facts'

/** For the history of a person. */
export const personFacts: readonly PersonFacts[] = [
  {
    name: 'external_courses.courses',
    acts: ['added'],
    sql: `select c.id, c.created_at as at, 'added' as act, jsonb_build_object('course', c.name) as facts,
                 null::bigint as by_member, null::bigint as by_user, 'unknown' as by_side
            from external_courses_courses c where c.company_id = :company and c.membership_id = :member`,
  },
]

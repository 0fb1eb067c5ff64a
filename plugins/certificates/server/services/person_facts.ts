import type { PersonFacts } from '#core/contract/person_facts'

/** For the history of a person. */
export const personFacts: readonly PersonFacts[] = [
  {
    name: 'certificates.certificates',
    acts: ['issued', 'revoked'],
    sql: `select c.id * 2 as id, c.issued_at as at, 'issued' as act, jsonb_build_object('course', c.course_name, 'number', c.number) as facts,
                 null::bigint as by_member, null::bigint as by_user, 'system' as by_side
            from certificates_certificates c where c.company_id = :company and c.membership_id = :member
          union all
          select c.id * 2 + 1, c.revoked_at, 'revoked', jsonb_build_object('course', c.course_name, 'number', c.number, 'note', c.revoked_reason),
                 null::bigint, c.revoked_by, case when c.revoked_by is null then 'gone' else 'platform' end
            from certificates_certificates c where c.company_id = :company and c.membership_id = :member and c.revoked_at is not null`,
  },
]

import type { PersonFacts } from '#core/contract/person_facts'

/** For the history of a person. */
export const personFacts: readonly PersonFacts[] = [
  {
    name: 'terms.acceptances',
    acts: ['accepted'],
    sql: `select a.id, a.accepted_at as at, 'accepted' as act, jsonb_build_object('version', v.number) as facts,
                 null::bigint as by_member, null::bigint as by_user, 'self' as by_side
            from terms_acceptances a join terms_versions v on v.id = a.version_id
           where a.company_id = :company and a.membership_id = :member`,
  },
]

import type { PersonFacts } from '../contract/person_facts.js'

/** For the history of a person: how they joined, and mails that did not reach them. Changes to the account are in the audit log. */
export const personFacts: readonly PersonFacts[] = [
  {
    name: 'core.members',
    acts: ['came_signup', 'came_launch', 'came_in'],
    sql: `select m.id * 2 as id, m.created_at as at, 'came_' || m.registration_type as act, '{}'::jsonb as facts,
                 null::bigint as by_member, null::bigint as by_user, 'self' as by_side
            from core_memberships m where m.company_id = :company and m.id = :member and m.registration_type <> 'invite'
          union all
          select m.id * 2 + 1, m.conditions_accepted_at, 'came_in', '{}', null::bigint, null::bigint, 'self'
            from core_memberships m
           where m.company_id = :company and m.id = :member and m.registration_type = 'invite' and m.conditions_accepted_at is not null`,
  },
  {
    name: 'core.mails',
    acts: ['mail_bounced'],
    sql: `select o.id, o.bounced_at as at, 'mail_bounced' as act, jsonb_build_object('email', o.to_email) as facts,
                 null::bigint as by_member, null::bigint as by_user, 'system' as by_side
            from core_mail_outbox o where o.company_id = :company and o.membership_id = :member and o.bounced_at is not null`,
  },
]

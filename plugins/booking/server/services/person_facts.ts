import type { PersonFacts } from '#core/contract/person_facts'

const ACTS = ['created', 'add_exam', 'update_exam', 'update_course', 'cancel_course', 'cancel_exam'] as const

/** For the history of a person: what they were booked for, and what was changed of it. */
export const personFacts: readonly PersonFacts[] = [
  {
    name: 'booking.bookings',
    acts: ACTS.map((act) => act),
    sql: `select h.id, h.at, h.action as act, jsonb_build_object('course', b.course_name, 'number', b.number, 'note', h.reason) as facts,
                 h.membership_id as by_member, null::bigint as by_user,
                 case h.actor when 'admin' then 'platform' when 'system' then 'system' else 'gone' end as by_side
            from booking_people p
            join booking_bookings b on b.company_id = p.company_id and b.id = p.booking_id
            join booking_history h on h.company_id = b.company_id and h.booking_id = b.id
                                  and h.action in (${ACTS.map((act) => `'${act}'`).join(', ')})
           where p.company_id = :company and p.membership_id = :member`,
  },
]

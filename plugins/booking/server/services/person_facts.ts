import type { PersonFacts } from '#core/contract/person_facts'

const ACTS = ['created', 'add_exam', 'update_exam', 'update_course', 'cancel_course', 'cancel_exam'] as const

/** The booking's course at that time; it may have changed since. */
const COURSE = `coalesce((select x.after->'course_name' from booking_history x
                          where x.company_id = h.company_id and x.booking_id = h.booking_id and x.id <= h.id and x.after->'course_name' is not null
                          order by x.id desc limit 1), b.course_name)`

/** For the history of a person: what was booked for them, and what changed. */
export const personFacts: readonly PersonFacts[] = [
  {
    name: 'booking.bookings',
    acts: ACTS.map((act) => act),
    sql: `select h.id, h.at, h.action as act, jsonb_build_object('course', ${COURSE}, 'number', b.number, 'note', h.reason) as facts,
                 h.membership_id as by_member, null::bigint as by_user,
                 case h.actor when 'admin' then 'platform' when 'system' then 'system' else 'gone' end as by_side
            from booking_people p
            join booking_bookings b on b.company_id = p.company_id and b.id = p.booking_id
            join booking_history h on h.company_id = b.company_id and h.booking_id = b.id
                                  and h.action in (${ACTS.map((act) => `'${act}'`).join(', ')})
           where p.company_id = :company and p.membership_id = :member`,
  },
]

import type { PersonFacts } from '#core/contract/person_facts'

/** For a person's history: the meetings they attended, and the corrections made afterwards. */
export const personFacts: readonly PersonFacts[] = [
  {
    name: 'toolbox_meetings.attended',
    acts: ['attended'],
    sql: `select a.id, coalesce(t.closed_at, a.present_at) as at, 'attended' as act,
                 jsonb_build_object('topic', t.topic, 'held_on', t.held_on::text) as facts,
                 t.led_by_id as by_member, null::bigint as by_user, 'unknown' as by_side
            from toolbox_meetings_attendees a
            join toolbox_meetings_meetings t on t.company_id = a.company_id and t.id = a.meeting_id
           where a.company_id = :company and a.membership_id = :member and a.present_at is not null and t.closed_at is not null`,
  },
  {
    name: 'toolbox_meetings.corrections',
    acts: ['corrected_present', 'corrected_absent'],
    sql: `select c.id, c.at, 'corrected_' || c.act as act,
                 jsonb_build_object('topic', t.topic, 'held_on', t.held_on::text, 'note', c.reason) as facts,
                 c.by_id as by_member, null::bigint as by_user, 'unknown' as by_side
            from toolbox_meetings_corrections c
            join toolbox_meetings_meetings t on t.company_id = c.company_id and t.id = c.meeting_id
           where c.company_id = :company and c.membership_id = :member`,
  },
]

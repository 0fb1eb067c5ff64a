import { attentionOf } from '#core/contract/attention'
import { extendList } from '#core/contract/lists'
import { daysCondition } from '#core/kit/lists'
import { participantsList } from '#plugins/people/contract/index'

/** When in /deelnemers something that was learned elsewhere counts no longer. */
export const onParticipants = extendList(participantsList, {
  filters: [
    {
      key: 'external_courses_ends',
      label: 'external_courses.participants.ends',
      kind: 'days',
      when: 'coming',
      where: (query, value, { id, companyId }) => {
        const { sql, values } = daysCondition(value, 'x.valid_until', 'day')
        query.whereRaw(
          `exists (select 1 from external_courses_courses x where x.company_id = ${companyId} and x.membership_id = ${id} and ${sql})`,
          values,
        )
      },
    },
  ],
})

export const attention = [
  attentionOf(participantsList, {
    key: 'external_courses.soon',
    query: { external_courses_ends: 'next30', status: 'active' },
    path: '/deelnemers',
    label: 'external_courses.attention.soon',
    icon: 'medal',
    tone: 'warning',
    order: 21,
  }),
]

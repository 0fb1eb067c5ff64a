import { attentionOf } from '#core/contract/attention'
import { extendList } from '#core/contract/lists'
import { endsFilter } from '#core/kit/lists'
import { participantsList } from '#plugins/people/contract/index'

/** A filter on /deelnemers: when an external course expires. */
export const onParticipants = extendList(participantsList, {
  filters: [endsFilter({ key: 'external_courses_ends', label: 'external_courses.participants.ends', table: 'external_courses_courses' })],
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

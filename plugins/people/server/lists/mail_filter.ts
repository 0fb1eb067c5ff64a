import { attentionOf } from '#core/contract/attention'
import { extendList } from '#core/contract/lists'
import { heldMailOf } from '#core/kit/mail'
import { participantsList } from '../../contract/index.js'

/** Filters /deelnemers by people whose mail bounces. */
export const mailFilter = extendList(participantsList, {
  filters: [
    {
      key: 'people_mail',
      label: 'people.mail_filter.label',
      choices: { held: 'people.mail_filter.held' },
      where: (query, _value, { id, companyId }) => query.whereRaw(heldMailOf({ membershipId: id, companyId })),
    },
  ],
})

export const attention = [
  attentionOf(participantsList, {
    key: 'people.mail',
    // Includes the invited, because their invitation cannot reach them.
    query: { people_mail: 'held', status: 'active,invited' },
    path: '/deelnemers',
    label: 'people.attention.mail',
    icon: 'mails',
    tone: 'error',
    order: 30,
  }),
]

import { type AttentionItem, attentionOf } from '#core/contract/attention'
import { participantsList } from '#plugins/people/contract/index'

/** Items on the dashboard for the filters of /deelnemers: a number and a link to those people. */
const item = (kind: string, filter: Record<string, string>, look: Pick<AttentionItem, 'icon' | 'tone' | 'order'>) =>
  attentionOf(participantsList, {
    key: `learning.${kind}`,
    query: { ...filter, status: 'active' },
    path: '/deelnemers',
    label: `learning.attention.${kind}`,
    ...look,
  })

export const attention = [
  item('overdue', { learning_attention: 'overdue' }, { icon: 'warning', tone: 'error', order: 10 }),
  item('expiring', { learning_ends: 'next30' }, { icon: 'expired', tone: 'warning', order: 11 }),
  item('not_started', { learning_attention: 'idle' }, { icon: 'calendar', tone: 'info', order: 12 }),
  item('failed', { learning_attention: 'failed' }, { icon: 'error', tone: 'error', order: 13 }),
  item('review', { learning_attention: 'review' }, { icon: 'review', tone: 'info', order: 14 }),
]

import db from '@adonisjs/lucid/services/db'
import { can } from '#core/contract/access'
import { extendList } from '#core/contract/lists'
import { defineAction } from '#core/kit/lists'
import { participantsList } from '#plugins/people/contract/index'
import { grantExtraTime } from '../services/extra_time.js'
import { lastPractices } from '../services/practice.js'
import { extraTimeInput } from '../validators/proctoring.js'

/** Extends /deelnemers: columns with extra time and the last practice run of recorded quizzes, and a bulk action for the time. */
export const onParticipants = extendList(participantsList, {
  columns: [
    {
      key: 'proctoring_extra_time',
      kind: 'number',
      label: 'proctoring.extra_time.column',
      load: async (rows) => {
        const found: { membership_id: number; extra_time: number }[] = await db
          .from('proctoring_adjustments')
          .whereIn(
            'membership_id',
            rows.map(({ id }) => id),
          )
          .select('membership_id', 'extra_time')
        return new Map(found.map(({ membership_id: id, extra_time: percent }) => [id, percent]))
      },
    },
    {
      key: 'proctoring_practised',
      kind: 'day',
      label: 'proctoring.practice.column',
      visible: false,
      load: (rows) => lastPractices(rows.map(({ id }) => id)),
    },
  ],
  actions: [
    defineAction({
      name: 'proctoring.extra_time',
      label: 'proctoring.extra_time.title',
      confirm: 'proctoring.extra_time.title',
      access: can('proctoring.adjust'),
      input: extraTimeInput,
      run: async ({ id, trx, input: { percent } }) => ((await grantExtraTime(trx, id, percent)) ? undefined : 'unchanged'),
    }),
  ],
})

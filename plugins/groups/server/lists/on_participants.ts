import db from '@adonisjs/lucid/services/db'
import { can } from '#core/contract/access'
import { extendList } from '#core/contract/lists'
import { defineAction } from '#core/kit/lists'
import { participantsList } from '#plugins/people/contract/index'
import { joinOne, undoJoin } from '../services/member_service.js'
import { groupInput } from '../validators/groups.js'

/** Extends /deelnemers with groups: a person's groups, and adding many people to one. */
export const onParticipants = extendList(participantsList, {
  columns: [
    {
      key: 'groups_names',
      kind: 'text',
      label: 'groups.participants.names',
      load: async (rows) => {
        const found = await db
          .from('groups_members as gm')
          .join('groups_groups as g', (on) => on.on('g.company_id', 'gm.company_id').andOn('g.id', 'gm.group_id'))
          .whereIn('gm.company_id', [...new Set(rows.map(({ companyId }) => companyId))])
          .whereIn(
            'gm.membership_id',
            rows.map(({ id }) => id),
          )
          .groupBy('gm.membership_id')
          .select('gm.membership_id', db.raw(`string_agg(g.name, ', ' order by g.name) as names`))
        return new Map(found.map(({ membership_id: id, names }) => [id, names]))
      },
    },
  ],
  actions: [
    defineAction({
      name: 'groups.join',
      label: 'groups.join.title',
      confirm: 'groups.join.title',
      access: can('groups.manage'),
      input: groupInput,
      run: async ({ id, trx, session, input: { group } }) => {
        const kept = await joinOne(trx, group, id, session)
        return kept ? { kept } : 'unchanged'
      },
      undo: {
        label: 'groups.join.undo',
        run: async ({ id, trx, session, kept }) => {
          const done = await undoJoin(trx, kept, id, session)
          if (typeof done === 'string') return { partly: done }
          return done ? undefined : 'unchanged'
        },
      },
    }),
  ],
})

import db from '@adonisjs/lucid/services/db'
import { can } from '#core/contract/access'
import { extendList } from '#core/contract/lists'
import { defineAction } from '#core/kit/lists'
import { participantsList } from '#plugins/people/contract/index'
import { findFlow } from '../services/flow_service.js'
import { join } from '../services/joining.js'
import { flowInput } from '../validators/flows.js'

/** Extends /deelnemers with flows: a person's flows, and a bulk action that adds people to one. */
export const onParticipants = extendList(participantsList, {
  columns: [
    {
      key: 'flows_names',
      kind: 'text',
      label: 'flows.participants.names',
      load: async (rows) => {
        const found = await db
          .from('flows_people as p')
          .join('flows_flows as f', (on) => on.on('f.company_id', 'p.company_id').andOn('f.id', 'p.flow_id'))
          .whereIn('p.company_id', [...new Set(rows.map(({ companyId }) => companyId))])
          .whereIn(
            'p.membership_id',
            rows.map(({ id }) => id),
          )
          .whereNull('p.finished_on')
          .whereNull('p.removed_at')
          .groupBy('p.membership_id')
          .select('p.membership_id', db.raw(`string_agg(f.name, ', ' order by f.name) as names`))
        return new Map(found.map(({ membership_id: id, names }) => [id, names]))
      },
    },
  ],
  actions: [
    defineAction({
      name: 'flows.join',
      label: 'flows.join.title',
      confirm: 'flows.join.title',
      access: can('flows.manage'),
      input: flowInput,
      run: async ({ id, trx, session, input: { flow } }) => {
        const joined = await join(trx, await findFlow(flow, trx), [id], 'hand', session)
        return joined.length ? undefined : 'unchanged'
      },
    }),
  ],
})

import db from '@adonisjs/lucid/services/db'
import { can } from '#core/contract/access'
import { AppError } from '#core/contract/errors'
import { extendList, type ListedRow } from '#core/contract/lists'
import { today } from '#core/kit/days'
import { defineAction } from '#core/kit/lists'
import { participantsList } from '#plugins/people/contract/index'
import { assignIn } from '../following/assign.js'
import { OVERDUE } from '../following/totals.js'
import { assignInput } from '../validators/following.js'

const OPEN = `p.status in ('registered', 'planned', 'busy') and (p.expires_at is null or p.expires_at > now())`

/** How many participations of each person meet a condition; one query. */
async function countOf(rows: readonly ListedRow[], condition: string, values: string[] = []): Promise<Map<number, number>> {
  const counted: { membership_id: number; n: number }[] = await db
    .from('learning_participations as p')
    .whereIn('p.company_id', [...new Set(rows.map(({ companyId }) => companyId))])
    .whereIn(
      'p.membership_id',
      rows.map(({ id }) => id),
    )
    .whereRaw(`p.current and ${condition}`, values)
    .groupBy('p.membership_id')
    .select('p.membership_id')
    .count('* as n')
  const found = new Map(counted.map(({ membership_id: id, n }) => [id, Number(n)]))
  return new Map(rows.map(({ id }) => [id, found.get(id) ?? 0]))
}

/** "Training toewijzen": the courses, to everybody who was chosen. Who is refused one of several still gets the others. */
const assign = defineAction({
  name: 'learning.assign',
  label: 'learning.assign.title',
  confirm: 'learning.assign.title',
  access: can('learning.progress.manage'),
  input: assignInput,
  run: async ({ id, trx, session, input: { courses, due_at: dueAt = null, mandatory = false, again = false } }) => {
    const refusals: AppError[] = []
    for (const course of courses) {
      try {
        await assignIn(trx, session, id, course, { due_at: dueAt, mandatory, again })
      } catch (error) {
        // Nothing of a refused one was written: it refuses before it writes.
        if (!(error instanceof AppError)) throw error
        refusals.push(error)
      }
    }
    if (refusals.length === courses.length) throw refusals[0]!
  },
})

/** What learning adds to /deelnemers: what is open and late, who is late, and giving courses to many. */
export const onParticipants = extendList(participantsList, {
  columns: [
    { key: 'learning_open', kind: 'number', label: 'learning.participants.open', load: (rows) => countOf(rows, OPEN) },
    {
      key: 'learning_overdue',
      kind: 'number',
      label: 'learning.participants.overdue',
      load: (rows) => countOf(rows, OVERDUE, [today()]),
    },
  ],
  filters: [
    {
      key: 'learning_overdue',
      label: 'learning.participants.overdue_filter',
      choices: { some: 'learning.participants.overdue_some', none: 'learning.participants.overdue_none' },
      where: (query, value, { id, companyId }) =>
        query.whereRaw(
          `${value === 'none' ? 'not ' : ''}exists (select 1 from learning_participations p
             where p.company_id = ${companyId} and p.membership_id = ${id} and p.current and ${OVERDUE})`,
          [today()],
        ),
    },
  ],
  actions: [assign],
})

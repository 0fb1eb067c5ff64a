import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { can } from '#core/contract/access'
import { attentionOf } from '#core/contract/attention'
import { notFound } from '#core/contract/errors'
import { fullName } from '#core/contract/full_name'
import { listToken } from '#core/contract/lists'
import { today } from '#core/kit/days'
import { defineAction, defineList, type ListSource, querySource } from '#core/kit/lists'
import { FLOW_STATES, SHORT_DAYS, STUCK, TIME_LEFT, type TimeLeft } from '../../contract/states.js'
import { assertLater, extendDue } from '../services/extend_due.js'
import { leave } from '../services/leaving.js'
import { advance } from '../services/advance.js'
import { peopleRows, type PersonRow } from '../services/load_facts.js'
import { inWords, type Standing, standings, timeLine } from '../services/time_line.js'
import { extendInput, leaveInput } from '../validators/flows.js'

/** A person's round in a flow. */
export interface RoundRow extends PersonRow {
  company_id: number
  company_name: string
  firstname: string
  infix: string | null
  lastname: string
  email: string | null
  standing: Standing
}

const STATES = Object.fromEntries(FLOW_STATES.map((state) => [state, `flows.state.${state}`]))
const REASONS = Object.fromEntries(STUCK.map((reason) => [reason, `flows.stuck.${reason}`]))
const TIME = Object.fromEntries(TIME_LEFT.map((left) => [left, `flows.time.${left}`]))
const NAME = 'm.sort_name'

/** SQL: little time is left for the person's first due step, or none. */
const timeIs = (wanted: readonly TimeLeft[]) => {
  const within = { short: `between 0 and ${SHORT_DAYS - 1}`, late: '< 0' }
  return `p.finished_on is null and (${wanted.map((left) => `p.due_on - ?::date ${within[left]}`).join(' or ')})`
}

const rounds = querySource<RoundRow, 'name' | 'flow' | 'state' | 'joined_on' | 'finished_on'>(
  () =>
    peopleRows(db)
      .join('kit_members as m', 'm.id', 'p.membership_id')
      .join('kit_companies as c', 'c.id', 'p.company_id')
      .select('p.company_id', 'm.firstname', 'm.infix', 'm.lastname', 'm.email', 'c.name as company_name') as never,
  (query, { flow, state, stuck, open, time }) => {
    if (time)
      query.whereRaw(
        timeIs(time as TimeLeft[]),
        (time as TimeLeft[]).map(() => today()),
      )
    if (flow) query.where('p.flow_id', flow as number)
    if (state) query.whereIn('p.state', state as string[])
    if (stuck) query.whereIn('p.stuck', stuck as string[])
    if (open !== undefined) query.whereRaw(open ? 'p.finished_on is null' : 'p.finished_on is not null')
  },
  {
    sort: { name: NAME, flow: 'f.search_text', state: 'p.state', joined_on: 'p.joined_on', finished_on: 'p.finished_on' },
    defaultSort: 'name',
    search: `(${NAME} || ' ' || f.search_text)`,
    id: 'p.id',
    companyId: 'p.company_id',
    membershipId: 'p.membership_id',
  },
)

async function withLines(rows: readonly RoundRow[]): Promise<RoundRow[]> {
  const found = await standings(rows)
  return rows.map((row) => ({ ...row, standing: found.get(row.id)! }))
}

// For a file; a page uses the reader's language.
const lineOf = (row: RoundRow) => timeLine(row, row.standing, 'nl')

const doneOf = ({ done, total }: { done: number; total: number }) => `${done}/${total}`

const source: ListSource<RoundRow> = {
  ...rounds,
  async page(query) {
    const { data, meta } = await rounds.page(query)
    return { data: await withLines(data), meta }
  },
  async *batches(query) {
    for await (const rows of rounds.batches(query)) yield withLines(rows)
  },
}

/** @throws AppError 404 for a round that is over */
async function roundOf(trx: TransactionClientContract, id: number): Promise<PersonRow> {
  const row: PersonRow | null = await peopleRows(trx).where('p.id', id).first()
  if (!row) throw notFound()
  return row
}

/** People in flows, and their progress. */
export const peopleList = defineList({
  name: 'flows.people',
  title: 'flows.people.title',
  access: can('flows.manage'),
  columns: [
    { key: 'name', kind: 'text', label: 'flows.people.name', value: (row: RoundRow) => fullName(row), sortable: true },
    { key: 'flow', kind: 'text', label: 'flows.column.name', value: (row) => row.flow, sortable: true },
    { key: 'state', kind: 'choice', label: 'flows.people.state', value: (row) => row.state, choices: STATES, sortable: true },
    { key: 'done', kind: 'text', label: 'flows.people.done', value: (row) => doneOf(lineOf(row)) },
    { key: 'next', kind: 'text', label: 'flows.people.next', value: (row) => lineOf(row).next?.course ?? '' },
    { key: 'starts_on', kind: 'day', label: 'flows.people.starts_on', value: (row) => lineOf(row).next?.starts_on ?? null, visible: false },
    { key: 'stuck', kind: 'choice', label: 'flows.people.stuck', value: (row) => row.stuck, choices: REASONS },
    { key: 'time', kind: 'choice', label: 'flows.people.time', value: (row) => lineOf(row).time, choices: TIME },
    { key: 'joined_on', kind: 'day', label: 'flows.people.joined_on', value: (row) => row.joined_on, sortable: true, visible: false },
    { key: 'finished_on', kind: 'day', label: 'flows.people.finished_on', value: (row) => row.finished_on, sortable: true, visible: false },
    { key: 'round', kind: 'number', label: 'flows.people.round', value: (row) => row.round, visible: false },
    { key: 'email', kind: 'text', label: 'flows.people.email', value: (row) => row.email, visible: false },
    { key: 'company', kind: 'text', label: 'flows.column.company', value: (row) => row.company_name },
  ],
  filters: {
    flow: { kind: 'id', label: 'flows.column.name' },
    state: { kind: 'choice', label: 'flows.people.state', choices: STATES },
    stuck: { kind: 'choice', label: 'flows.people.stuck', choices: REASONS },
    open: { kind: 'flag', label: 'flows.people.under_way' },
    time: { kind: 'choice', label: 'flows.people.time', choices: TIME },
    finished_on: { kind: 'days', label: 'flows.people.finished_on', column: 'p.finished_on', of: 'day' },
  },
  source,
  idOf: (row) => row.id,
  companyOf: (row) => row.company_id,
  namesOf: async (ids) => {
    const rows: { id: number; name: string }[] = await db
      .from('flows_people as p')
      .join('kit_members as m', 'm.id', 'p.membership_id')
      .whereIn('p.id', [...ids])
      .select('p.id', 'm.full_name as name')
    return new Map(rows.map(({ id, name }) => [id, name]))
  },
  actions: [
    defineAction({
      name: 'flows.retry',
      label: 'flows.retry.title',
      confirm: 'flows.retry.text',
      access: can('flows.manage'),
      run: async ({ id, trx }) => {
        await roundOf(trx, id)
        await advance(trx, [id])
      },
    }),
    defineAction({
      name: 'flows.extend',
      label: 'flows.extend.title',
      confirm: 'flows.extend.title',
      access: can('flows.manage'),
      input: extendInput,
      about: async ({ due_on: dueOn }, session) => {
        assertLater(dueOn)
        return inWords(dueOn, session.row.language)
      },
      run: async ({ id, trx, session, input }) =>
        (await extendDue(trx, await roundOf(trx, id), input, session)) ? undefined : 'unchanged',
    }),
    defineAction({
      name: 'flows.leave',
      label: 'flows.leave.title',
      confirm: 'flows.leave.title',
      destructive: true,
      access: can('flows.manage'),
      input: leaveInput,
      run: async ({ id, trx, session, input: { cancel } }) => {
        const row = await roundOf(trx, id)
        const gone = await leave(trx, { id: row.flow_id, name: row.flow }, [row.membership_id], { cancel }, session)
        return gone.length ? undefined : 'unchanged'
      },
    }),
  ],
})

export const attention = [
  attentionOf(listToken('flows.people'), {
    key: 'flows.stuck',
    query: { stuck: STUCK.join() },
    path: '/flows/deelnemers',
    label: 'flows.attention.stuck',
    icon: 'warning',
    tone: 'warning',
    order: 15,
  }),
]

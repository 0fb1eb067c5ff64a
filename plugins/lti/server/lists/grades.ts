import db from '@adonisjs/lucid/services/db'
import { can } from '#core/contract/access'
import { notFound } from '#core/contract/errors'
import { defineAction, defineList, querySource } from '#core/kit/lists'
import { sendGradeAgain } from '../services/grades.js'

const manage = can('lti.manage')

export interface GradeRow {
  id: number
  company_id: number
  company: string
  platform: string
  person: string
  link: string
  score: string | null
  activity: string
  state: string
  problem: string | null
  happened_at: Date
  sent_at: Date | null
}

const STATES = { sent: 'lti.grade.sent', waiting: 'lti.grade.waiting', failed: 'lti.grade.failed' }
const STATE = `case when g.sent_version >= g.version then 'sent' when g.next_try_at is null then 'failed' else 'waiting' end`

const source = querySource<GradeRow, string>(
  () =>
    db
      .from('lti_grades as g')
      .join('lti_people as p', 'p.id', 'g.person_id')
      .join('lti_platforms as o', 'o.id', 'p.platform_id')
      .join('lti_links as l', 'l.id', 'g.link_id')
      .join('kit_members as m', 'm.id', 'p.membership_id')
      .join('kit_companies as c', 'c.id', 'g.company_id')
      .where('g.version', '>', 0)
      .select('g.id', 'g.company_id', 'c.name as company', 'o.name as platform', 'l.title as link', 'g.score', 'g.activity', 'g.problem')
      .select('g.happened_at', 'g.sent_at', db.raw('m.full_name as person'), db.raw(`${STATE} as state`)),
  (query, { state }) => {
    if (state) query.whereRaw(`${STATE} = any(?::text[])`, [state as string[]])
  },
  {
    sort: { happened_at: 'g.happened_at', person: 'm.sort_name', platform: 'search_key(o.name)' },
    defaultSort: '-happened_at',
    search: `search_key(concat_ws(' ', m.full_name, o.name, l.title, c.name))`,
    id: 'g.id',
    companyId: 'g.company_id',
    membershipId: 'p.membership_id',
  },
)

/** The results sent to other systems, and those that wait. */
export const grades = defineList({
  name: 'lti.grades',
  title: 'lti.grades.title',
  access: manage,
  columns: [
    { key: 'person', kind: 'text', label: 'lti.grades.person', value: (row: GradeRow) => row.person, sortable: true },
    { key: 'link', kind: 'text', label: 'lti.grades.link', value: (row) => row.link },
    { key: 'score', kind: 'number', label: 'lti.grades.score', value: (row) => (row.score === null ? null : Number(row.score)) },
    { key: 'state', kind: 'choice', label: 'lti.grades.state', value: (row) => row.state, choices: STATES },
    { key: 'problem', kind: 'text', label: 'lti.grades.problem', value: (row) => row.problem },
    { key: 'happened_at', kind: 'moment', label: 'lti.grades.happened_at', value: (row) => row.happened_at, sortable: true },
    { key: 'platform', kind: 'text', label: 'lti.grades.platform', value: (row) => row.platform, sortable: true },
    { key: 'company', kind: 'text', label: 'lti.grades.company', value: (row) => row.company, visible: false },
  ],
  filters: { state: { kind: 'choice', label: 'lti.grades.state', choices: STATES } },
  source,
  idOf: (row) => row.id,
  companyOf: (row) => row.company_id,
  namesOf: async (ids) => {
    const rows = await db
      .from('lti_grades as g')
      .join('lti_people as p', 'p.id', 'g.person_id')
      .join('kit_members as m', 'm.id', 'p.membership_id')
      .whereIn('g.id', [...ids])
      .select('g.id', db.raw('m.full_name as person'))
    return new Map(rows.map(({ id, person }) => [id, person]))
  },
  actions: [
    defineAction({
      name: 'lti.send_again',
      label: 'lti.grades.send_again',
      confirm: 'lti.grades.send_again_confirm',
      access: manage,
      run: async ({ id, trx }) => {
        if (!(await sendGradeAgain(trx, Number(id)))) throw notFound()
      },
    }),
  ],
})

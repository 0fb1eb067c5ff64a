import db from '@adonisjs/lucid/services/db'
import { can } from '#core/contract/access'
import { defineList, querySource } from '#core/kit/lists'
import { REFUSALS } from '../services/refusal.js'

export interface LaunchRow {
  id: number
  company_id: number
  company: string
  platform: string | null
  person: string | null
  message: string
  outcome: string
  detail: string | null
  created_at: Date
}

const OUTCOMES = Object.fromEntries([
  ['opened', 'lti.outcome.opened'],
  ['link', 'lti.outcome.link'],
  ['begun', 'lti.outcome.begun'],
  ...REFUSALS.map((reason) => [reason, `lti.refusals_short.${reason}`]),
]) as Record<string, string>

const source = querySource<LaunchRow, string>(
  () =>
    db
      .from('lti_launches as l')
      .join('kit_companies as c', 'c.id', 'l.company_id')
      .leftJoin('lti_platforms as p', 'p.id', 'l.platform_id')
      .leftJoin('kit_members as m', 'm.id', 'l.membership_id')
      .select('l.id', 'l.company_id', 'c.name as company', 'l.message', 'l.outcome', 'l.detail', 'l.created_at')
      .select(db.raw('coalesce(p.name, l.source) as platform'))
      .select(db.raw('m.full_name as person')),
  (query, { outcome }) => {
    if (outcome) query.whereIn('l.outcome', outcome as string[])
  },
  {
    sort: { created_at: 'l.created_at', platform: `search_key(coalesce(p.name, l.source, ''))`, company: 'search_key(c.name)' },
    defaultSort: '-created_at',
    search: `search_key(concat_ws(' ', p.name, l.source, c.name, m.full_name, l.outcome))`,
    id: 'l.id',
    companyId: 'l.company_id',
    membershipId: 'l.membership_id',
  },
)

/** The launches from other systems and their outcome. */
export const launches = defineList({
  name: 'lti.launches',
  title: 'lti.launches.title',
  access: can('lti.manage'),
  columns: [
    { key: 'created_at', kind: 'moment', label: 'lti.launches.created_at', value: (row: LaunchRow) => row.created_at, sortable: true },
    { key: 'outcome', kind: 'choice', label: 'lti.launches.outcome', value: (row) => row.outcome, choices: OUTCOMES },
    { key: 'person', kind: 'text', label: 'lti.launches.person', value: (row) => row.person },
    { key: 'platform', kind: 'text', label: 'lti.launches.platform', value: (row) => row.platform, sortable: true },
    { key: 'company', kind: 'text', label: 'lti.launches.company', value: (row) => row.company, sortable: true },
    { key: 'detail', kind: 'text', label: 'lti.launches.detail', value: (row) => row.detail },
  ],
  filters: { outcome: { kind: 'choice', label: 'lti.launches.outcome', choices: OUTCOMES } },
  source,
  idOf: (row) => row.id,
  companyOf: (row) => row.company_id,
})

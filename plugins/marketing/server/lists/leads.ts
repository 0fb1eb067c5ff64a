import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { DatabaseQueryBuilderContract } from '@adonisjs/lucid/types/querybuilder'
import { can } from '#core/contract/access'
import { attentionOf } from '#core/contract/attention'
import { defineAction, defineList, type ListSource, querySource } from '#core/kit/lists'
import { acrossCompanies } from '#core/kit/scope'
import { LEAD_SOURCES, leadsList } from '../../contract/index.js'
import { LEAD_STATES, type LeadState } from '../../states.js'
import { assertOwner, leads, type LeadRow, type LeadWithOwner, withOwners } from '../services/leads.js'
import { leadOwnerInput, leadStateInput } from '../validators/leads.js'

const STATES = Object.fromEntries(LEAD_STATES.map((state) => [state, `marketing.lead.state.${state}`]))
const SOURCES = Object.fromEntries(LEAD_SOURCES.map((source) => [source, `marketing.lead.source.${source}`]))
const access = can('marketing.manage')

const rows = querySource<LeadRow, 'name' | 'email' | 'organisation' | 'subject' | 'state' | 'next_on' | 'created_at' | 'company'>(
  () => leads() as DatabaseQueryBuilderContract<LeadRow>,
  (query, { state, source, owner, company }) => {
    if (state) query.whereIn('l.state', state as string[])
    if (source) query.whereIn('l.source', source as string[])
    if (owner) query.where('l.owner_id', owner as number)
    if (company) query.where('l.company_id', company as number)
  },
  {
    sort: {
      ...{
        name: 'search_key(l.name)',
        email: 'lower(l.email)',
        organisation: 'search_key(l.organisation)',
        subject: 'search_key(l.subject)',
      },
      ...{ state: `array_position(array['new', 'contacted', 'won', 'lost'], l.state)`, next_on: 'l.next_on' },
      ...{ created_at: 'l.created_at', company: 'search_key(c.name)' },
    },
    defaultSort: '-created_at',
    search: 'l.search_text',
    id: 'l.id',
    companyId: 'l.company_id',
  },
)

const source: ListSource<LeadWithOwner> = {
  ...(rows as unknown as ListSource<LeadWithOwner>),
  async page(query) {
    const { data, meta } = await rows.page(query)
    return { data: await withOwners(data), meta }
  },
  async *batches(query) {
    for await (const batch of rows.batches(query)) yield withOwners(batch)
  },
}

/** /tools/marketing/leads: everybody who left their details on a public page. */
export const leadList = defineList({
  name: leadsList.list,
  title: 'marketing.leads.title',
  access,
  reach: 'admins',
  columns: [
    { key: 'name', kind: 'text', label: 'marketing.lead.name', value: (row: LeadWithOwner) => row.name, sortable: true },
    { key: 'email', kind: 'text', label: 'marketing.lead.email', value: (row) => row.email, sortable: true },
    { key: 'phone', kind: 'text', label: 'marketing.lead.phone', value: (row) => row.phone, visible: false },
    { key: 'organisation', kind: 'text', label: 'marketing.lead.organisation', value: (row) => row.organisation, sortable: true },
    { key: 'source', kind: 'choice', label: 'marketing.lead.source', value: (row) => row.source, choices: SOURCES },
    { key: 'subject', kind: 'text', label: 'marketing.lead.subject', value: (row) => row.subject, sortable: true, visible: false },
    { key: 'state', kind: 'choice', label: 'marketing.lead.state', value: (row) => row.state, choices: STATES, sortable: true },
    { key: 'owner', kind: 'text', label: 'marketing.lead.owner', value: (row) => row.owner },
    { key: 'next_step', kind: 'text', label: 'marketing.lead.next_step', value: (row) => row.next_step, visible: false },
    { key: 'next_on', kind: 'day', label: 'marketing.lead.next_on', value: (row) => row.next_on, sortable: true },
    { key: 'created_at', kind: 'moment', label: 'marketing.lead.created_at', value: (row) => row.created_at, sortable: true },
    { key: 'company', kind: 'text', label: 'marketing.lead.company', value: (row) => row.company, sortable: true, visible: false },
    { key: 'consent_at', kind: 'moment', label: 'marketing.lead.consent_at', value: (row) => row.consent_at, visible: false },
    { key: 'consent_words', kind: 'text', label: 'marketing.lead.consent_words', value: (row) => row.consent_words, in: 'file' },
    { key: 'message', kind: 'text', label: 'marketing.lead.message', value: (row) => row.message, in: 'file' },
  ],
  filters: {
    state: { kind: 'choice', label: 'marketing.lead.state', choices: STATES },
    source: { kind: 'choice', label: 'marketing.lead.source', choices: SOURCES },
    owner: { kind: 'id', label: 'marketing.lead.owner' },
    next_on: { kind: 'days', label: 'marketing.lead.next_on', column: 'l.next_on', of: 'day', when: 'coming' },
    company: { kind: 'id', label: 'marketing.lead.company' },
  },
  source,
  idOf: (row) => row.id,
  companyOf: (row) => row.company_id ?? 0,
  namesOf: async (ids) => {
    const found: { id: number; name: string }[] = await db
      .from('marketing_leads')
      .whereIn('id', [...ids])
      .select('id', db.raw(`coalesce(nullif(name, ''), email) as name`))
    return new Map(found.map(({ id, name }) => [Number(id), name]))
  },
  actions: [
    defineAction({
      ...{ name: 'marketing.lead_state', label: 'marketing.lead_state.title', confirm: 'marketing.lead_state.title', access },
      input: leadStateInput,
      run: ({ id, trx, input }) => change(trx, id, { state: input.state }),
      undo: { label: 'marketing.lead_state.undo', run: ({ id, trx, kept }) => change(trx, id, kept) },
    }),
    defineAction({
      ...{ name: 'marketing.lead_owner', label: 'marketing.lead_owner.title', confirm: 'marketing.lead_owner.title', access },
      input: leadOwnerInput,
      about: async ({ owner }, session) => {
        await acrossCompanies(session, 'marketing.leads.owner', () => assertOwner(owner))
        return ''
      },
      run: ({ id, trx, input }) => change(trx, id, { owner_id: input.owner }),
      undo: { label: 'marketing.lead_owner.undo', run: ({ id, trx, kept }) => change(trx, id, kept) },
    }),
    defineAction({
      ...{ name: 'marketing.lead_erase', label: 'marketing.lead_erase.title', confirm: 'marketing.lead_erase.confirm', access },
      destructive: true,
      run: async ({ id, trx }) => {
        await trx.from('marketing_leads').where('id', id).delete()
      },
    }),
  ],
})

type Changed = { state: LeadState } | { owner_id: number | null }

/** Changes one column of a lead. @returns the value before, for the undo */
async function change(trx: TransactionClientContract, id: number, to: Changed) {
  const [[column, value]] = Object.entries(to) as [[string, string | number | null]]
  const row: Record<string, string | number | null> = await trx
    .from('marketing_leads')
    .where('id', id)
    .forUpdate()
    .select(column)
    .firstOrFail()
  const before = row[column] ?? null
  if (String(before) === String(value)) return 'unchanged' as const
  await trx
    .from('marketing_leads')
    .where('id', id)
    .update({ [column]: value, updated_at: trx.raw('clock_timestamp()') })
  return { kept: { [column]: before } as Changed }
}

export const attention = [
  attentionOf(leadsList, {
    key: 'marketing.new_leads',
    query: { state: 'new' },
    path: '/tools/marketing/leads',
    label: 'marketing.attention.new_leads',
    icon: 'people',
    tone: 'info',
    order: 60,
    unnamed: true,
  }),
]

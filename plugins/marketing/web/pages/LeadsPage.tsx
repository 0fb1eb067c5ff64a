import { useMemo } from 'react'
import { api, withQuery } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { type ColumnLook, DataTable, EmptyState, PageHeader, StatusChip, useList, usePanelParam } from '#web/ui'
import type { Lead } from '../../server/transformers/lead_transformer.js'
import { leadStates } from '../../states.js'
import { LeadPanel } from '../components/LeadPanel.js'
import { MarketingTabs } from '../components/MarketingTabs.js'
import { useLeadOptions } from '../queries.js'

const rowId = (row: Lead) => row.id
const optionsOf = (all: readonly { id: number; name: string }[] = []) => all.map(({ id, name }) => ({ value: String(id), label: name }))

/** /tools/marketing/leads: everybody who left their details on a public page. */
export default function LeadsPage() {
  const t = useT()
  const format = useFormat()
  const panel = usePanelParam('lead')
  const options = useLeadOptions()
  const looks = useMemo<Record<string, ColumnLook<Lead>>>(
    () => ({
      name: { card: 'title', flex: 1.2, minWidth: 150, value: (row) => row.name || row.email },
      email: { flex: 1.2, minWidth: 190 },
      organisation: { minWidth: 140 },
      source: { minWidth: 130 },
      state: { card: 'badge', minWidth: 165, render: (row) => <StatusChip of={leadStates} status={row.state} /> },
      owner: { minWidth: 130 },
      next_on: { minWidth: 110, value: (row) => format.day(row.next_on) },
      created_at: { minWidth: 155 },
      company: { value: (row) => row.company ?? t('marketing.lead.platform'), minWidth: 130 },
    }),
    [t, format],
  )
  const choices = useMemo(() => ({ owner: optionsOf(options?.admins), company: optionsOf(options?.companies) }), [options])
  const list = useList<Lead>({
    id: 'marketing.leads',
    part: 'marketing',
    path: '/api/marketing/leads',
    load: (query) => api.marketing.leads.index(withQuery(query)),
    looks,
    choices,
    icons: { 'marketing.lead_state': 'edit', 'marketing.lead_owner': 'person', 'marketing.lead_erase': 'delete' },
  })
  return (
    <>
      <PageHeader title={t('marketing.leads.title')} text={t('marketing.leads.text')} />
      <MarketingTabs tab="marketing.leads" />
      <DataTable<Lead>
        {...list.table}
        label={t('marketing.leads.title')}
        rowId={rowId}
        searchLabel={t('marketing.leads.search')}
        onRowClick={(row) => panel.open(row.id)}
        openRow={panel.value}
        rowLabel={(row) => t('marketing.leads.open', { name: row.name || row.email })}
        empty={<EmptyState icon="people" title={t('marketing.leads.empty')} text={t('marketing.leads.empty_text')} />}
      />
      <LeadPanel id={panel.value} onClose={panel.close} />
    </>
  )
}

import { useMemo } from 'react'
import { can } from '#core/contract/access'
import { isAdminRole } from '#core/contract/roles'
import { api, useApiQuery, withQuery } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { useAllowed, useUser } from '#web/session'
import { type ColumnLook, DataTable, EmptyState, PageHeader, SidePanel, StatusChip, useList, usePanelParam } from '#web/ui'
import { invoiceStatuses } from '../../contract/index.js'
import type { Invoice } from '../../server/transformers/invoice_transformer.js'
import { InvoiceView } from '../components/InvoiceView.js'
import { SellerForm } from '../components/SellerForm.js'

const rowId = (row: Invoice) => row.id
const first = withQuery({ per_page: 10 })

/** /administratie/facturen and the tab of /administratie: invoices and credit notes; `?id=` opens one. */
export default function InvoicesPage({ isTab = false }: { isTab?: boolean }) {
  const t = useT()
  // Access to the module can be denied to a company (specification, section 6): checked once, before the list.
  const { error } = useApiQuery(['invoices', 'open'], () => api.invoices.invoices.index(first), { staleTime: 60_000 })
  if (error?.code === 'no_access') {
    return (
      <>
        <PageHeader isTab={isTab} title={t('invoices.list.title')} />
        <EmptyState icon="lock" title={t('invoices.list.denied')} text={t('invoices.list.denied_text')} />
      </>
    )
  }
  return <Invoices isTab={isTab} />
}

function Invoices({ isTab }: { isTab: boolean }) {
  const t = useT()
  const format = useFormat()
  const admin = isAdminRole(useUser().user_role)
  const manages = useAllowed(can('invoices.manage'))
  const panel = usePanelParam('id')
  const seller = usePanelParam('afzender')
  const looks = useMemo<Record<string, ColumnLook<Invoice>>>(
    () => ({
      number: { card: 'title', minWidth: 130, rigid: true },
      company: { hidden: !admin, card: admin ? 'line' : 'none', minWidth: 130 },
      buyer: { flex: 1.4, minWidth: 180 },
      status: { card: 'badge', minWidth: 130, render: (row) => <StatusChip of={invoiceStatuses} status={row.status} /> },
      net: { value: (row) => format.money(row.net_cents) },
      vat: { value: (row) => format.money(row.vat_cents) },
      total: { minWidth: 120, value: (row) => format.money(row.total_cents) },
      open: { minWidth: 120, value: (row) => (row.kind === 'invoice' ? format.money(row.open_cents) : null) },
    }),
    [admin, format],
  )
  const list = useList<Invoice>({
    id: admin ? 'invoices.invoices.admin' : 'invoices.invoices',
    part: 'invoices',
    path: '/api/invoices/invoices',
    load: (query) => api.invoices.invoices.index(withQuery(query)),
    looks,
  })
  return (
    <>
      <PageHeader
        isTab={isTab}
        title={t('invoices.list.title')}
        text={t('invoices.list.text')}
        {...(manages && { secondary: [{ label: t('invoices.seller.title'), icon: 'settings' as const, onClick: () => seller.open('1') }] })}
      />
      <DataTable<Invoice>
        {...list.table}
        label={t('invoices.list.title')}
        rowId={rowId}
        searchLabel={t('invoices.list.search')}
        onRowClick={(row) => panel.open(String(row.id))}
        rowLabel={(row) => t('invoices.list.open', { number: row.number })}
        empty={<EmptyState icon="receipt" title={t('invoices.list.empty')} text={t('invoices.list.empty_text')} />}
      />
      {panel.value && <InvoiceView id={panel.value} onClose={panel.close} onOpen={panel.open} />}
      <SidePanel open={seller.value !== null} onClose={seller.close} title={t('invoices.seller.title')}>
        {seller.value !== null && <SellerForm onDone={seller.close} />}
      </SidePanel>
    </>
  )
}

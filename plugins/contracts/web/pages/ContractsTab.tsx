import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { can } from '#core/contract/access'
import { isAdminRole } from '#core/contract/roles'
import { api, withQuery } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { useAllowed, useUser } from '#web/session'
import { type ColumnLook, DataTable, EmptyState, PageHeader, SidePanel, StatusChip, useList, usePanelParam } from '#web/ui'
import { contractStatuses } from '../../contract/index.js'
import type { Contract } from '../../server/transformers/contract_transformer.js'
import { ContractForm } from '../components/ContractForm.js'

const rowId = (row: Contract) => row.id

/** The tab of /administratie: contracts and their use. */
export default function ContractsTab({ isTab = false }: { isTab?: boolean }) {
  const t = useT()
  const format = useFormat()
  const navigate = useNavigate()
  const admin = isAdminRole(useUser().user_role)
  const manages = useAllowed(can('contracts.manage'))
  const panel = usePanelParam('nieuw')
  const looks = useMemo<Record<string, ColumnLook<Contract>>>(
    () => ({
      name: { card: 'title', flex: 1.6, minWidth: 180 },
      company: { hidden: !admin, card: admin ? 'line' : 'none', minWidth: 130 },
      status: { card: 'badge', minWidth: 120, render: (row) => <StatusChip of={contractStatuses} status={row.status} /> },
      limit: { value: (row) => (row.limit === null ? t('contracts.no_limit') : format.number(row.limit)) },
    }),
    [t, format, admin],
  )
  const list = useList<Contract>({
    id: admin ? 'contracts.contracts.admin' : 'contracts.contracts',
    part: 'contracts',
    path: '/api/contracts/contracts',
    load: (query) => api.contracts.contracts.index(withQuery(query)),
    looks,
  })
  const open = (id: number) => void navigate(`/administratie/contract/?id=${id}`)
  return (
    <>
      <PageHeader
        isTab={isTab}
        title={t('contracts.list.title')}
        text={t('contracts.list.text')}
        {...(manages && { action: { label: t('contracts.add'), icon: 'add' as const, onClick: () => panel.open('1') } })}
      />
      <DataTable<Contract>
        {...list.table}
        label={t('contracts.list.title')}
        rowId={rowId}
        searchLabel={t('contracts.list.search')}
        onRowClick={(row) => open(row.id)}
        rowLabel={(row) => t('contracts.list.open', { name: row.name })}
        empty={<EmptyState icon="document" title={t('contracts.list.empty')} text={t('contracts.list.empty_text')} />}
      />
      <SidePanel open={panel.value !== null} onClose={panel.close} title={t('contracts.add')}>
        {panel.value !== null && <ContractForm contract={null} onDone={({ id }) => open(id)} onCancel={panel.close} />}
      </SidePanel>
    </>
  )
}

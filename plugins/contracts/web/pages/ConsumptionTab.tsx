import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { isAdminRole } from '#core/contract/roles'
import { api, withQuery } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { useUser } from '#web/session'
import { type ColumnLook, DataTable, EmptyState, PageHeader, StatusChip, useList } from '#web/ui'
import { useStates } from '../../contract/index.js'
import type { Use } from '../../server/transformers/contract_transformer.js'

const rowId = (row: Use) => row.id

/** The tab of /administratie: the places that people took, by contract and course. */
export default function ConsumptionTab({ isTab = false }: { isTab?: boolean }) {
  const t = useT()
  const format = useFormat()
  const navigate = useNavigate()
  const admin = isAdminRole(useUser().user_role)
  const looks = useMemo<Record<string, ColumnLook<Use>>>(
    () => ({
      person: { card: 'title', flex: 1.4, minWidth: 160, value: (row) => row.person || t('contracts.uses.gone') },
      course: { flex: 1.6, minWidth: 180 },
      contract: { minWidth: 150 },
      company: { hidden: !admin, card: admin ? 'line' : 'none', minWidth: 130 },
      state: { card: 'badge', minWidth: 150, render: (row) => <StatusChip of={useStates} status={row.state} /> },
      extra: { minWidth: 150, value: (row) => (row.extra_cents ? format.money(row.extra_cents) : '') },
    }),
    [t, format, admin],
  )
  const list = useList<Use>({
    id: admin ? 'contracts.uses.admin' : 'contracts.uses',
    part: 'contracts',
    path: '/api/contracts/uses',
    load: (query) => api.contracts.uses.index(withQuery(query)),
    looks,
  })
  return (
    <>
      <PageHeader isTab={isTab} title={t('contracts.consumption')} text={t('contracts.uses.text')} />
      <DataTable<Use>
        {...list.table}
        label={t('contracts.consumption')}
        rowId={rowId}
        searchLabel={t('contracts.uses.search')}
        onRowClick={(row) => void navigate(`/administratie/contract/?id=${row.contract_id}`)}
        rowLabel={(row) => t('contracts.list.open', { name: row.contract })}
        empty={<EmptyState icon="people" title={t('contracts.uses.empty')} text={t('contracts.uses.empty_text')} />}
      />
    </>
  )
}

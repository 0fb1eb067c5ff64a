import { Box, Stack } from '@mui/material'
import { useMemo } from 'react'
import { api, urlFor, useApiQuery, type QueryOf } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import {
  activeStatuses,
  DataTable,
  EmptyState,
  Icon,
  PageHeader,
  StatusChip,
  statusesOf,
  tableSource,
  usePanelParam,
  useTableState,
  type TableColumn,
  type TableFilter,
} from '#web/ui'
import type { Company } from '../../server/transformers/company_transformer.js'
import { CompanyPanel } from '../components/CompanyPanel.js'

type Query = QueryOf<typeof api.companies.companies.index>

const FLAGS = ['exam_provider', 'sir_member', 'catalogue_access'] as const

function NameCell({ company }: { company: Company }) {
  return (
    <Stack direction="row" sx={{ gap: 3, alignItems: 'center', minWidth: 0 }}>
      <Box
        sx={{
          width: 56,
          height: 28,
          flexShrink: 0,
          display: { xs: 'none', md: 'grid' },
          placeItems: 'center',
          border: '1px solid',
          borderColor: 'divider',
          borderRadius: '6px',
          bgcolor: '#fff',
          overflow: 'hidden',
        }}
      >
        {company.logo_url ? (
          <Box component="img" src={company.logo_url} alt="" sx={{ maxWidth: 48, maxHeight: 22 }} />
        ) : (
          <Icon name="company" sx={{ color: 'text.secondary' }} />
        )}
      </Box>
      <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis', fontWeight: 550 }}>
        {company.name}
      </Box>
    </Stack>
  )
}

function useColumns(): TableColumn<Company>[] {
  const t = useT()
  const format = useFormat()
  return useMemo(() => {
    const flag = (key: (typeof FLAGS)[number], minWidth: number): TableColumn<Company> => ({
      key,
      label: t(key === 'catalogue_access' ? 'companies.column.catalogue_access' : `companies.field.${key}`),
      value: (row) => t(row[key] ? 'companies.yes' : 'companies.no'),
      render: (row) =>
        row[key] ? (
          <Icon name="check" label={t('companies.yes')} />
        ) : (
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {t('companies.no')}
          </Box>
        ),
      minWidth,
    })
    return [
      {
        key: 'name',
        label: t('companies.field.name'),
        value: (row) => row.name,
        render: (row) => <NameCell company={row} />,
        sortable: true,
        card: 'title',
        flex: 1.6,
        minWidth: 200,
      },
      { key: 'login_id', label: t('companies.field.login_id'), value: (row) => row.login_id, sortable: true, minWidth: 130 },
      { key: 'city', label: t('companies.field.city'), value: (row) => row.city, sortable: true },
      {
        key: 'participants',
        label: t('companies.field.participants'),
        value: (row) => row.participants,
        sortable: true,
        align: 'right',
        flex: 0.7,
        minWidth: 116,
      },
      {
        key: 'status',
        label: t('companies.field.status'),
        value: (row) => t(`companies.status.${row.status}`),
        render: (row) => <StatusChip of={activeStatuses} status={row.status} />,
        card: 'badge',
        minWidth: 116,
      },
      flag('exam_provider', 136),
      flag('sir_member', 92),
      flag('catalogue_access', 104),
      {
        key: 'registration_date',
        label: t('companies.field.registration_date'),
        value: (row) => format.date(row.registration_date),
        sortable: true,
        hidden: true,
      },
    ]
  }, [t, format])
}

function useFilters(): TableFilter[] {
  const t = useT()
  const yesNo = [
    { value: 'true', label: t('companies.yes') },
    { value: 'false', label: t('companies.no') },
  ]
  return [
    {
      key: 'status',
      label: t('companies.field.status'),
      options: statusesOf(activeStatuses).map((status) => ({ value: status, label: t(`companies.status.${status}`) })),
    },
    ...FLAGS.map((key) => ({
      key,
      label: t(key === 'catalogue_access' ? 'companies.column.catalogue_access' : `companies.field.${key}`),
      options: yesNo,
    })),
  ]
}

/** /admin/bedrijven: every company, for admins. */
export default function CompaniesPage() {
  const t = useT()
  const columns = useColumns()
  const filters = useFilters()
  const state = useTableState({ filters: filters.map((filter) => filter.key) })
  const panel = usePanelParam('company')
  const list = useApiQuery(['companies', 'list', state.query], () => api.companies.companies.index({ query: state.query as Query }), {
    keepPrevious: true,
  })
  return (
    <>
      <PageHeader title={t('companies.list.title')} text={t('companies.list.text')} />
      <DataTable<Company>
        id="companies.list"
        label={t('companies.list.title')}
        columns={columns}
        {...tableSource(list, state)}
        rowId={(row) => row.id}
        searchLabel={t('companies.list.search')}
        filters={filters}
        onRowClick={(row) => panel.open(row.id)}
        openRow={panel.value}
        rowLabel={(row) => t('companies.list.open', { name: row.name })}
        csv={urlFor.get('companies.companies.export').url}
        part="companies"
        empty={<EmptyState icon="buildings" title={t('companies.list.empty_title')} text={t('companies.list.empty_text')} />}
      />
      <CompanyPanel id={panel.value} onClose={panel.close} />
    </>
  )
}

import { Box, Link, Stack } from '@mui/material'
import { useMemo } from 'react'
import { Link as RouterLink, useNavigate } from 'react-router'
import { can } from '#core/contract/access'
import { api, withQuery } from '#web/api'
import { useT } from '#web/i18n'
import { useAllowed } from '#web/session'
import { pagePath } from '#web/shell'
import {
  activeStatuses,
  type ColumnLook,
  DataTable,
  EmptyState,
  Icon,
  PageHeader,
  SidePanel,
  StatusChip,
  useList,
  usePanelParam,
} from '#web/ui'
import type { Company } from '../../server/transformers/company_transformer.js'
import { CompanyPanel } from '../components/CompanyPanel.js'
import { NewCompany } from '../components/NewCompany.js'
import { RestoreArchive } from '../components/RestoreArchive.js'

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

function Flag({ on }: { on: boolean }) {
  const t = useT()
  const word = t(on ? 'companies.yes' : 'companies.no')
  return on ? (
    word
  ) : (
    <Box component="span" sx={{ color: 'text.secondary' }}>
      {word}
    </Box>
  )
}

/** The number equals that of the list: the same people, by its filters. */
function Participants({ company }: { company: Company }) {
  const t = useT()
  const list = pagePath('people.participants')
  if (!list) return company.participants
  return (
    <Link
      component={RouterLink}
      to={`${list}?company=${company.id}&role=leerling&status=active`}
      onClick={(event) => event.stopPropagation()}
      // A number alone means nothing to a screen reader user among other links.
      aria-label={t('companies.list.participants', { count: company.participants, name: company.name })}
    >
      {company.participants}
    </Link>
  )
}

/** On a phone one line shows the place, size and flags of a company, and omits flags that are off. */
const looksOf = (t: ReturnType<typeof useT>): Record<string, ColumnLook<Company>> => ({
  name: { render: (row) => <NameCell company={row} />, card: 'title', flex: 1.6, minWidth: 200 },
  login_id: { minWidth: 130 },
  city: { second: (row) => row.city },
  participants: {
    flex: 0.7,
    minWidth: 116,
    render: (row) => <Participants company={row} />,
    second: (row) => t('companies.list.participants_count', { count: row.participants }),
  },
  // An open company is the normal case, so it is not shown.
  status: {
    render: (row) => row.status !== 'active' && <StatusChip of={activeStatuses} status={row.status} />,
    card: 'badge',
    minWidth: 116,
  },
  exam_provider: {
    render: (row) => <Flag on={row.exam_provider} />,
    second: (row) => (row.exam_provider ? t('companies.field.exam_provider') : null),
    minWidth: 136,
  },
  sir_member: {
    render: (row) => <Flag on={row.sir_member} />,
    second: (row) => (row.sir_member ? t('companies.field.sir_member') : null),
    minWidth: 92,
  },
  catalogue_access: {
    render: (row) => <Flag on={row.catalogue_access} />,
    second: (row) => (row.catalogue_access ? t('companies.column.catalogue_access') : null),
    minWidth: 104,
  },
})
const rowId = (row: Company) => row.id

/** /admin/bedrijven: every company, for admins. */
export default function CompaniesPage() {
  const t = useT()
  const navigate = useNavigate()
  const panel = usePanelParam('company')
  const adding = usePanelParam('nieuw')
  const restoring = usePanelParam('terugzetten')
  const mayRestore = useAllowed(can('core.companies.restore'))
  const looks = useMemo(() => looksOf(t), [t])
  const list = useList<Company>({
    id: 'companies.list',
    part: 'companies',
    path: '/api/companies',
    load: (query) => api.companies.companies.index(withQuery(query)),
    looks,
  })
  return (
    <>
      <PageHeader
        title={t('companies.list.title')}
        text={t('companies.list.text')}
        action={{ label: t('companies.new.add'), icon: 'add', onClick: () => adding.open('1') }}
        {...(mayRestore && {
          more: [{ label: t('companies.restore.action'), icon: 'upload' as const, onClick: () => restoring.open('1') }],
        })}
      />
      <DataTable<Company>
        {...list.table}
        label={t('companies.list.title')}
        rowId={rowId}
        searchLabel={t('companies.list.search')}
        onRowClick={(row) => panel.open(row.id)}
        openRow={panel.value}
        rowLabel={(row) => t('companies.list.open', { name: row.name })}
        empty={<EmptyState icon="buildings" title={t('companies.list.empty_title')} text={t('companies.list.empty_text')} />}
      />
      <CompanyPanel id={panel.value} onClose={panel.close} />
      <SidePanel open={adding.value !== null} onClose={adding.close} width={600} title={t('companies.new.add')}>
        <NewCompany
          onCancel={adding.close}
          onDone={({ id }) => void navigate(`${pagePath('companies.profile') ?? ''}?id=${id}`, { replace: true })}
        />
      </SidePanel>
      <SidePanel open={mayRestore && restoring.value !== null} onClose={restoring.close} width={600} title={t('companies.restore.action')}>
        {restoring.value !== null && <RestoreArchive onDone={restoring.close} />}
      </SidePanel>
    </>
  )
}

import { Button } from '@mui/material'
import { useNavigate } from 'react-router'
import { isAdminRole } from '#core/contract/roles'
import { api, type QueryOf, request, useApiQuery } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { useUser } from '#web/session'
import { pagePath } from '#web/shell'
import {
  DataTable,
  EmptyState,
  PageHeader,
  StatusChip,
  type TableColumn,
  type TableFilter,
  tableSource,
  usePanelParam,
  usePeopleFilters,
  useTableState,
} from '#web/ui'
import { APPROVALS, approvalStatuses, CHECKS, checkStatuses } from '../../certificates.js'
import { externalStatuses, STATUSES } from '../../statuses.js'
import type { CourseView } from '../../server/transformers/course_transformer.js'
import { CoursePanel, coursePath } from '../components/CoursePanel.js'
import { ValidUntil } from '../components/ValidUntil.js'

type Query = QueryOf<typeof api.externalCourses.courses.index>

const VALID = ['expiring', 'expired', 'endless']
const COMPANIES = '/api/companies/choices'

/** /extern/trainingen, and a tab of /administratie: external courses, the first to end on top. */
export default function CoursesPage({ isTab = false }: { isTab?: boolean }) {
  const t = useT()
  const format = useFormat()
  const navigate = useNavigate()
  const admin = isAdminRole(useUser().user_role)
  const panel = usePanelParam('nieuw')
  const people = usePeopleFilters()
  const companies = useApiQuery(['companies', COMPANIES], () => request<{ data: { id: number; name: string }[] }>(COMPANIES), {
    enabled: admin,
  })
  const table = useTableState({
    sort: 'valid_until',
    filters: ['status', 'approval', 'check', 'valid', 'company', ...people.filters.map(({ key }) => key)],
  })
  const list = useApiQuery(
    ['external_courses', 'courses', table.query],
    () => api.externalCourses.courses.index({ query: table.query as Query }),
    { keepPrevious: true, enabled: people.ready },
  )
  const columns: TableColumn<CourseView>[] = [
    {
      key: 'name',
      label: t('external_courses.courses.name'),
      value: (row) => row.name,
      sortable: true,
      card: 'title',
      minWidth: 180,
      flex: 1.5,
    },
    { key: 'person', label: t('external_courses.courses.person'), value: (row) => row.person.name, sortable: true, minWidth: 160 },
    { key: 'company', label: t('external_courses.courses.company'), value: (row) => row.person.company, hidden: !admin, minWidth: 130 },
    {
      key: 'status',
      label: t('external_courses.courses.status'),
      value: (row) =>
        t(row.approval === 'approved' ? `external_courses.status.${row.status}` : `external_courses.approval.${row.approval}`),
      render: (row) =>
        row.approval === 'approved' ? (
          <StatusChip of={externalStatuses} status={row.status} />
        ) : (
          <StatusChip of={approvalStatuses} status={row.approval} />
        ),
      card: 'badge',
      minWidth: 130,
    },
    {
      key: 'check',
      label: t('external_courses.courses.check'),
      value: (row) => (row.register ? t(`external_courses.check.${row.check_state}`) : ''),
      render: (row) => row.register && <StatusChip of={checkStatuses} status={row.check_state} />,
      minWidth: 150,
    },
    {
      key: 'diploma_number',
      label: t('external_courses.courses.diploma_number'),
      value: (row) => row.diploma_number,
      minWidth: 140,
      hidden: true,
    },
    {
      key: 'grade',
      label: t('external_courses.courses.grade'),
      value: (row) => (row.grade === null ? '' : `${row.grade}%`),
      minWidth: 90,
      flex: 0.6,
    },
    {
      key: 'valid_until',
      label: t('external_courses.courses.valid_until'),
      value: (row) => format.day(row.valid_until),
      render: (row) => <ValidUntil course={row} />,
      sortable: true,
      minWidth: 150,
    },
    {
      key: 'attachments',
      label: t('external_courses.files.title'),
      value: (row) => row.attachments,
      align: 'right',
      minWidth: 90,
      flex: 0.5,
    },
    {
      key: 'created_at',
      label: t('external_courses.courses.created_at'),
      value: (row) => format.date(row.created_at),
      sortable: true,
      hidden: true,
    },
  ]
  const filters: TableFilter[] = [
    {
      key: 'status',
      label: t('external_courses.courses.status'),
      options: STATUSES.map((value) => ({ value, label: t(`external_courses.status.${value}`) })),
    },
    {
      key: 'approval',
      label: t('external_courses.courses.approval'),
      options: APPROVALS.map((value) => ({ value, label: t(`external_courses.approval.${value}`) })),
    },
    {
      key: 'check',
      label: t('external_courses.courses.check'),
      options: CHECKS.map((value) => ({ value, label: t(`external_courses.check.${value}`) })),
    },
    {
      key: 'valid',
      label: t('external_courses.courses.valid_until'),
      options: VALID.map((value) => ({ value, label: t(`external_courses.valid.${value}`) })),
    },
    ...(companies.data
      ? [
          {
            key: 'company',
            label: t('external_courses.courses.company'),
            options: companies.data.data.map(({ id, name }) => ({ value: String(id), label: name })),
          },
        ]
      : []),
    ...people.filters,
  ]
  const add = () => panel.open('1')
  return (
    <>
      <PageHeader
        isTab={isTab}
        title={t('external_courses.courses.title')}
        text={t('external_courses.courses.text')}
        action={{ label: t('external_courses.courses.add'), icon: 'add', onClick: add }}
        secondary={[{ label: t('external_courses.courses.review'), icon: 'review', to: pagePath('external_courses.review') ?? '/' }]}
      />
      <DataTable
        id="external_courses.courses"
        part="external_courses"
        label={t('external_courses.courses.title')}
        searchLabel={t('external_courses.courses.search')}
        columns={columns}
        filters={filters}
        {...tableSource(list, table)}
        rowId={(row) => row.id}
        rowLabel={(row) => t('external_courses.courses.open', { name: row.name, person: row.person.name })}
        onRowClick={(row) => void navigate(coursePath(row.id))}
        csv="page"
        empty={
          <EmptyState
            icon="medal"
            title={t('external_courses.courses.empty')}
            text={t('external_courses.courses.empty_text')}
            action={
              <Button variant="contained" onClick={add}>
                {t('external_courses.courses.add')}
              </Button>
            }
          />
        }
      />
      <CoursePanel open={panel.value !== null} onClose={panel.close} />
    </>
  )
}

import { useMemo } from 'react'
import { isAdminRole } from '#core/contract/roles'
import { api, urlFor, useApiQuery, type QueryOf } from '#web/api'
import { nativeName, useFormat, useT } from '#web/i18n'
import { useUser } from '#web/session'
import {
  activeStatuses,
  DataTable,
  EmptyState,
  PageHeader,
  StatusChip,
  statusesOf,
  tableSource,
  usePanelParam,
  useTableState,
  type TableColumn,
  type TableFilter,
} from '#web/ui'
import type { Participant } from '../../server/transformers/participant_transformer.js'
import { ParticipantPanel } from '../components/ParticipantPanel.js'

type Query = QueryOf<typeof api.people.participants.index>

const ROLES = ['leerling', 'beheerder', 'examinator', 'proctor']

function useColumns(withCompany: boolean): TableColumn<Participant>[] {
  const t = useT()
  const format = useFormat()
  return useMemo(
    () => [
      {
        key: 'name',
        label: t('people.column.name'),
        value: (row) => row.name,
        sortable: true,
        card: 'title',
        flex: 1.4,
        minWidth: 168,
      },
      {
        key: 'email',
        label: t('people.column.email'),
        value: (row) => row.email,
        sortable: true,
        flex: 2,
        minWidth: 200,
      },
      // For a supervisor it would say the same on every line.
      {
        key: 'company',
        label: t('people.column.works_at'),
        value: (row) => row.works_at,
        sortable: true,
        minWidth: 130,
        hidden: !withCompany,
        card: withCompany ? 'line' : 'none',
      },
      { key: 'role', label: t('people.column.role'), value: (row) => t(`people.role.${row.role}`), minWidth: 112 },
      {
        key: 'status',
        label: t('people.column.status'),
        value: (row) => t(`people.status.${row.status}`),
        render: (row) => <StatusChip of={activeStatuses} status={row.status} />,
        card: 'badge',
        minWidth: 116,
      },
      {
        key: 'registration_date',
        label: t('people.column.registration_date'),
        value: (row) => format.date(row.registration_date),
        sortable: true,
        minWidth: 128,
        card: 'none',
      },
      {
        key: 'last_seen',
        label: t('people.column.last_seen'),
        value: (row) => (row.last_seen ? format.relativeDays(row.last_seen) : t('people.never_seen')),
        sortable: true,
        minWidth: 128,
        hidden: withCompany,
      },
      { key: 'courses', label: t('people.column.courses'), value: (row) => row.courses, align: 'right', flex: 0.6, minWidth: 100 },
      { key: 'passed', label: t('people.column.passed'), value: (row) => row.passed, align: 'right', flex: 0.6, minWidth: 100 },
      {
        key: 'birthdate',
        label: t('people.column.birthdate'),
        value: (row) => format.day(row.birthdate),
        hidden: true,
      },
      { key: 'gender', label: t('people.column.gender'), value: (row) => t(`people.gender.${row.gender}`), hidden: true },
      { key: 'language', label: t('people.column.language'), value: (row) => nativeName(row.language), hidden: true },
    ],
    [t, format, withCompany],
  )
}

function useFilters(withCompany: boolean): TableFilter[] {
  const t = useT()
  const companies = useApiQuery(['people', 'companies'], () => api.people.companies.index({}), { enabled: withCompany, staleTime: 600_000 })
  const options = (companies.data?.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))
  return [
    { key: 'role', label: t('people.column.role'), options: ROLES.map((role) => ({ value: role, label: t(`people.role.${role}`) })) },
    {
      key: 'status',
      label: t('people.column.status'),
      options: statusesOf(activeStatuses).map((status) => ({ value: status, label: t(`people.status.${status}`) })),
    },
    ...(withCompany ? [{ key: 'company', label: t('people.column.works_at'), options }] : []),
  ]
}

/** /deelnemers: a supervisor's own people; for an admin everybody, with their company. */
export default function ParticipantsPage() {
  const t = useT()
  const admin = isAdminRole(useUser().user_role)
  const columns = useColumns(admin)
  const filters = useFilters(admin)
  const state = useTableState({ filters: filters.map((filter) => filter.key) })
  const panel = usePanelParam('participant')

  const list = useApiQuery(['people', 'participants', state.query], () => api.people.participants.index({ query: state.query as Query }), {
    keepPrevious: true,
  })
  return (
    <>
      <PageHeader title={t('people.participants.title')} text={t(admin ? 'people.participants.text_admin' : 'people.participants.text')} />
      <DataTable<Participant>
        id={admin ? 'people.participants.admin' : 'people.participants'}
        label={t('people.participants.title')}
        columns={columns}
        {...tableSource(list, state)}
        rowId={(row) => row.id}
        searchLabel={t('people.participants.search')}
        filters={filters}
        onRowClick={(row) => panel.open(row.id)}
        openRow={panel.value}
        rowLabel={(row) => t('people.participants.open', { name: row.name })}
        csv={urlFor.get('people.participants.export').url}
        part="people"
        empty={<EmptyState icon="people" title={t('people.participants.empty_title')} text={t('people.participants.empty_text')} />}
      />
      <ParticipantPanel id={panel.value} name={list.data?.data.find((row) => String(row.id) === panel.value)?.name} onClose={panel.close} />
    </>
  )
}

import { useMemo } from 'react'
import { isAdminRole } from '#core/contract/roles'
import { api, useApiQuery, withQuery } from '#web/api'
import { nativeName, useFormat, useT } from '#web/i18n'
import { useUser } from '#web/session'
import { activeStatuses, type ColumnLook, DataTable, EmptyState, PageHeader, StatusChip, useList, usePanelParam } from '#web/ui'
import type { Participant } from '../../server/transformers/participant_transformer.js'
import { ParticipantPanel } from '../components/ParticipantPanel.js'

const ICONS = { 'people.deactivate': 'blocked', 'people.activate': 'check' } as const

function useLooks(withCompany: boolean): Record<string, ColumnLook<Participant>> {
  const t = useT()
  const format = useFormat()
  return useMemo(
    () => ({
      name: { card: 'title', flex: 1.4, minWidth: 168 },
      email: { flex: 2, minWidth: 200 },
      // For a supervisor it would say the same on every line.
      company: { value: (row) => row.works_at, minWidth: 130, hidden: !withCompany, card: withCompany ? 'line' : 'none' },
      role: { minWidth: 112 },
      status: { render: (row) => <StatusChip of={activeStatuses} status={row.status} />, card: 'badge', minWidth: 116 },
      registration_date: { minWidth: 128, card: 'none' },
      last_seen: {
        value: (row) => (row.last_seen ? format.relativeDays(row.last_seen) : t('people.never_seen')),
        minWidth: 128,
        hidden: withCompany,
      },
      language: { value: (row) => nativeName(row.language) },
    }),
    [t, format, withCompany],
  )
}

/** The companies an admin may choose from. */
function useCompanyChoices(wanted: boolean) {
  const companies = useApiQuery(['people', 'companies'], () => api.people.companies.index({}), { enabled: wanted, staleTime: 600_000 })
  return useMemo(
    () => ({ company: (companies.data?.data ?? []).map(({ id, name }) => ({ value: String(id), label: name })) }),
    [companies.data],
  )
}

/** /deelnemers: a supervisor's own people; for an admin everybody, with their company. */
export default function ParticipantsPage() {
  const t = useT()
  const admin = isAdminRole(useUser().user_role)
  const choices = useCompanyChoices(admin)
  const panel = usePanelParam('participant')
  const list = useList<Participant>({
    id: admin ? 'people.participants.admin' : 'people.participants',
    part: 'people',
    path: '/api/people/participants',
    load: (query) => api.people.participants.index(withQuery(query)),
    looks: useLooks(admin),
    choices,
    icons: ICONS,
  })
  return (
    <>
      <PageHeader title={t('people.participants.title')} text={t(admin ? 'people.participants.text_admin' : 'people.participants.text')} />
      <DataTable<Participant>
        {...list.table}
        label={t('people.participants.title')}
        rowId={rowId}
        searchLabel={t('people.participants.search')}
        onRowClick={(row) => panel.open(row.id)}
        openRow={panel.value}
        rowLabel={(row) => t('people.participants.open', { name: row.name })}
        empty={<EmptyState icon="people" title={t('people.participants.empty_title')} text={t('people.participants.empty_text')} />}
      />
      <ParticipantPanel id={panel.value} name={list.rows?.find((row) => String(row.id) === panel.value)?.name} onClose={panel.close} />
    </>
  )
}

const rowId = (row: Participant) => row.id

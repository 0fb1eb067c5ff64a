import { useMemo, useState } from 'react'
import { can } from '#core/contract/access'
import { api, withQuery } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { useAllowed } from '#web/session'
import { type ColumnLook, DataTable, EmptyState, PageHeader, SidePanel, StatusChip, useList, usePanelParam } from '#web/ui'
import { requestStatuses } from '../../contract/statuses.js'
import type { RequestView } from '../../server/services/company_exams.js'
import { AskForExam } from '../components/AskForExam.js'
import { RequestPanel } from '../components/RequestPanel.js'

const rowId = (row: RequestView) => row.id

/** /exams/aanvragen: exams at a company's own location, requested by its supervisors and answered by the provider. */
export default function RequestsPage() {
  const t = useT()
  const format = useFormat()
  const mayAsk = useAllowed(can('exams.requests.make'))
  const panel = usePanelParam('nieuw')
  const [open, setOpen] = useState<RequestView | null>(null)
  const looks = useMemo<Record<string, ColumnLook<RequestView>>>(
    () => ({
      company: { card: 'title', minWidth: 140 },
      course: { minWidth: 180, flex: 1.5 },
      people: { minWidth: 110 },
      wished_on: { minWidth: 120, value: (row) => format.day(row.wished_on) },
      city: { minWidth: 110 },
      starts_at: { minWidth: 160, value: (row) => (row.starts_at ? format.platformTime(row.starts_at) : '') },
      status: { card: 'badge', minWidth: 150, render: (row) => <StatusChip of={requestStatuses} status={row.status} /> },
    }),
    [format],
  )
  const list = useList<RequestView>({
    id: 'exams.requests',
    part: 'exams',
    path: '/api/exams/requests',
    load: (query) => api.exams.requests.index(withQuery(query)),
    looks,
  })
  const ask = () => panel.open('1')
  return (
    <>
      <PageHeader
        title={t('exams.requests.title')}
        text={t('exams.requests.text')}
        trail={[{ label: t('exams.moments.title'), to: '/exams/momenten' }]}
        {...(mayAsk && { action: { label: t('exams.requests.ask'), icon: 'add' as const, onClick: ask } })}
      />
      <DataTable<RequestView>
        {...list.table}
        label={t('exams.requests.title')}
        rowId={rowId}
        searchLabel={t('exams.requests.search')}
        onRowClick={setOpen}
        rowLabel={(row) => t('exams.requests.open', { company: row.company })}
        empty={<EmptyState icon="calendar" title={t('exams.requests.empty')} text={t('exams.requests.empty_text')} />}
      />
      <SidePanel open={panel.value !== null && mayAsk} onClose={panel.close} title={t('exams.requests.ask')}>
        <AskForExam onDone={panel.close} />
      </SidePanel>
      <SidePanel
        open={open !== null}
        onClose={() => setOpen(null)}
        title={open?.course ?? ''}
        subtitle={open && <StatusChip of={requestStatuses} status={open.status} />}
      >
        {open && <RequestPanel key={open.id} request={open} onDone={() => setOpen(null)} />}
      </SidePanel>
    </>
  )
}

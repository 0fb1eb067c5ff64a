import { Box, Button } from '@mui/material'
import { useMemo } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { api, withQuery } from '#web/api'
import { languageName, useFormat, useT } from '#web/i18n'
import {
  type ColumnLook,
  DataTable,
  EmptyState,
  PageHeader,
  SegmentedControl,
  SidePanel,
  StatusChip,
  useList,
  usePanelParam,
} from '#web/ui'
import { momentStatuses } from '../../contract/statuses.js'
import type { MomentView } from '../../server/transformers/exams_transformer.js'
import { AddMoments } from '../components/AddMoments.js'
import { Calendar } from '../components/Calendar.js'
import { Seats } from '../components/Seats.js'
import { momentPath, useIsAdmin } from '../queries.js'

const rowId = (row: MomentView) => row.id

/** /exams/momenten: where and when exams are taken and how many seats are left, as a list or by month. */
export default function MomentsPage() {
  const t = useT()
  const admin = useIsAdmin()
  const panel = usePanelParam('nieuw')
  const [params, setParams] = useSearchParams()
  const byMonth = params.get('weergave') === 'kalender'
  const add = () => panel.open('1')
  return (
    <>
      <PageHeader
        title={t('exams.moments.title')}
        text={t(admin ? 'exams.moments.text_admin' : 'exams.moments.text')}
        {...(admin && { action: { label: t('exams.moments.add'), icon: 'add' as const, onClick: add } })}
        secondary={[
          ...(admin ? [{ label: t('exams.exams.title'), icon: 'trophy' as const, to: '/exams' }] : []),
          { label: t('exams.requests.title'), icon: 'buildings' as const, to: '/exams/aanvragen' },
          { label: t('exams.entries.title'), icon: 'people', to: '/exams/aanmeldingen' },
        ]}
      />
      <Box sx={{ mb: 4 }}>
        <SegmentedControl
          label={t('exams.moments.view')}
          value={byMonth ? 'kalender' : 'lijst'}
          options={[
            { value: 'lijst', label: t('exams.moments.as_list') },
            { value: 'kalender', label: t('exams.moments.as_calendar') },
          ]}
          onChange={(value) => setParams(value === 'kalender' ? { weergave: value } : {})}
        />
      </Box>
      {byMonth ? <Calendar /> : <List onAdd={admin ? add : null} />}
      <SidePanel open={panel.value !== null && admin} onClose={panel.close} title={t('exams.moments.add')}>
        <AddMoments onDone={panel.close} />
      </SidePanel>
    </>
  )
}

function List({ onAdd }: { onAdd: (() => void) | null }) {
  const t = useT()
  const format = useFormat()
  const navigate = useNavigate()
  const looks = useMemo<Record<string, ColumnLook<MomentView>>>(
    () => ({
      starts_at: { minWidth: 160, card: 'line', value: (row) => format.platformTime(row.starts_at) },
      course: { card: 'title', flex: 1.8, minWidth: 200 },
      city: { minWidth: 120 },
      location: { minWidth: 160, card: 'none' },
      language: { minWidth: 110, card: 'none', value: (row) => languageName(row.language) },
      seats_left: { minWidth: 165, align: 'left', render: (row) => (row.state === 'withdrawn' ? '' : <Seats moment={row} />) },
      state: { card: 'badge', minWidth: 145, render: (row) => <StatusChip of={momentStatuses} status={row.state} /> },
    }),
    [format],
  )
  const list = useList<MomentView>({
    id: 'exams.moments',
    part: 'exams',
    path: '/api/exams/moments',
    load: (query) => api.exams.moments.index(withQuery(query)),
    looks,
  })
  return (
    <DataTable<MomentView>
      {...list.table}
      label={t('exams.moments.title')}
      rowId={rowId}
      searchLabel={t('exams.moments.search')}
      onRowClick={(row) => void navigate(momentPath(row.id))}
      rowLabel={(row) => t('exams.moments.open', { name: row.course, city: row.city })}
      empty={
        <EmptyState
          icon="calendar"
          title={t('exams.moments.empty')}
          text={t('exams.moments.empty_text')}
          action={
            onAdd && (
              <Button variant="contained" onClick={onAdd}>
                {t('exams.moments.add')}
              </Button>
            )
          }
        />
      }
    />
  )
}

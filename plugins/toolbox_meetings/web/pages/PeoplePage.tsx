import { Alert, Box } from '@mui/material'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { participantPath } from '#plugins/people/contract/index'
import { api, withQuery } from '#web/api'
import { useT } from '#web/i18n'
import { pagePath } from '#web/shell'
import { type ColumnLook, DataTable, EmptyState, PageHeader, SegmentedControl, StatusChip, useList } from '#web/ui'
import { normStatuses } from '../../kinds.js'
import type { StandingView } from '../../server/transformers/meetings.js'
import { useOptions } from '../queries.js'

const rowId = (row: StandingView) => row.id

/** /toolboxmeetings/personen: the number of meetings that each person attended in a year, against the company's norm. */
export default function PeoplePage() {
  const t = useT()
  const navigate = useNavigate()
  const now = new Date().getFullYear()
  const [year, setYear] = useState(now)
  const norm = useOptions().data?.data.norm
  const looks = useMemo<Record<string, ColumnLook<StandingView>>>(
    () => ({
      name: { card: 'title', flex: 2, minWidth: 180 },
      attended: { card: 'line', minWidth: 130, value: (row) => t('toolbox_meetings.n_of_m', { n: row.attended, m: row.expected }) },
      in_person: { card: 'line', minWidth: 130 },
      expected: { card: 'none', hidden: true },
      standing: { card: 'badge', minWidth: 150, render: ({ standing }) => <StatusChip of={normStatuses} status={standing} /> },
    }),
    [t],
  )
  const list = useList<StandingView>({
    id: 'toolbox_meetings.people',
    part: 'toolbox_meetings',
    path: '/api/toolbox_meetings/people',
    load: (query) => api.toolboxMeetings.people.index(withQuery(query)),
    looks,
    fixed: { year },
  })
  return (
    <>
      <PageHeader
        title={t('toolbox_meetings.standing.title')}
        text={t('toolbox_meetings.standing.text')}
        trail={[{ label: t('toolbox_meetings.title'), to: pagePath('toolbox_meetings.list') ?? '' }]}
      />
      {norm !== undefined && (
        <Alert severity="info" sx={{ mb: 4 }}>
          {norm
            ? `${t('toolbox_meetings.standing.norm', { ...norm })} ${t('toolbox_meetings.standing.source')}`
            : t('toolbox_meetings.standing.no_norm')}
        </Alert>
      )}
      <Box sx={{ mb: 4 }}>
        <SegmentedControl
          label={t('toolbox_meetings.standing.year')}
          options={[now, now - 1, now - 2].map((value) => ({ value, label: String(value) }))}
          value={year}
          onChange={setYear}
        />
      </Box>
      <DataTable<StandingView>
        {...list.table}
        label={t('toolbox_meetings.standing.title')}
        rowId={rowId}
        searchLabel={t('toolbox_meetings.standing.search')}
        onRowClick={(row) => void navigate(participantPath(row.id))}
        rowLabel={(row) => row.name}
        empty={<EmptyState icon="people" title={t('toolbox_meetings.standing.empty')} />}
      />
    </>
  )
}

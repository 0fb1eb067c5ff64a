import { Button } from '@mui/material'
import { useMemo, useState } from 'react'
import { Link as RouterLink, useNavigate } from 'react-router'
import { api, withQuery } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { pagePath } from '#web/shell'
import { type ColumnLook, DataTable, EmptyState, PageHeader, SidePanel, StatusChip, useList } from '#web/ui'
import { meetingStatuses } from '../../kinds.js'
import type { MeetingView } from '../../server/transformers/meetings.js'
import { RegisterForm } from '../components/RegisterForm.js'

const rowId = (row: MeetingView) => row.id

/** /toolboxmeetings: the register. */
export default function MeetingsPage() {
  const t = useT()
  const format = useFormat()
  const navigate = useNavigate()
  const [isAsked, ask] = useState(false)
  const create = pagePath('toolbox_meetings.create') ?? ''
  const looks = useMemo<Record<string, ColumnLook<MeetingView>>>(
    () => ({
      topic: { card: 'title', flex: 2, minWidth: 200 },
      held_on: { card: 'line', minWidth: 130, value: (row) => format.day(row.held_on) },
      place: { card: 'line', minWidth: 140 },
      kind: { card: 'none', minWidth: 130, value: (row) => t(`toolbox_meetings.kind.${row.kind}`) },
      // The attendance as one number: present out of expected.
      present: { card: 'line', minWidth: 130, value: (row) => t('toolbox_meetings.n_of_m', { n: row.present, m: row.expected }) },
      expected: { card: 'none', hidden: true },
      status: { card: 'badge', minWidth: 130, render: ({ status }) => <StatusChip of={meetingStatuses} status={status} /> },
    }),
    [format, t],
  )
  const list = useList<MeetingView>({
    id: 'toolbox_meetings.meetings',
    part: 'toolbox_meetings',
    path: '/api/toolbox_meetings/meetings',
    load: (query) => api.toolboxMeetings.meetings.index(withQuery(query)),
    looks,
  })
  return (
    <>
      <PageHeader
        title={t('toolbox_meetings.title')}
        text={t('toolbox_meetings.text')}
        action={{ label: t('toolbox_meetings.create.title'), icon: 'add', to: create }}
        secondary={[
          { label: t('toolbox_meetings.standing.title'), icon: 'people', to: pagePath('toolbox_meetings.people') ?? '' },
          { label: t('toolbox_meetings.pdf.ask'), icon: 'download', onClick: () => ask(true) },
        ]}
      />
      <DataTable<MeetingView>
        {...list.table}
        label={t('toolbox_meetings.title')}
        rowId={rowId}
        searchLabel={t('toolbox_meetings.search')}
        onRowClick={(row) => void navigate(pagePath('toolbox_meetings.meeting', { meeting: row.id }) ?? '')}
        rowLabel={(row) => row.topic}
        empty={
          <EmptyState
            icon="tools"
            title={t('toolbox_meetings.empty')}
            text={t('toolbox_meetings.empty_text')}
            action={
              <Button variant="contained" component={RouterLink} to={create}>
                {t('toolbox_meetings.create.title')}
              </Button>
            }
          />
        }
      />
      <SidePanel open={isAsked} onClose={() => ask(false)} title={t('toolbox_meetings.pdf.ask')} subtitle={t('toolbox_meetings.pdf.text')}>
        <RegisterForm onDone={() => ask(false)} />
      </SidePanel>
    </>
  )
}

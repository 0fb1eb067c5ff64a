import { useMemo, useState } from 'react'
import { api, withQuery } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { type ColumnLook, DataTable, EmptyState, StatusChip, useList } from '#web/ui'
import { examStatuses } from '../../contract/statuses.js'
import type { EntryView } from '../../server/transformers/exams_transformer.js'
import { useAdjusted } from './use_adjusted.js'
import { EntrySidePanel } from './EntrySidePanel.js'

/** Columns that are the same for every entry of one moment. */
const OF_MOMENT = ['course', 'starts_at', 'city', 'location', 'provider']

const rowId = (row: EntryView) => row.id

/** Entries, of one moment (which may have been withdrawn) or of all; a row opens its status and history. */
export function EntriesTable({ moment, isOff = false }: { moment?: number; isOff?: boolean }) {
  const t = useT()
  const format = useFormat()
  const adjusted = useAdjusted()
  const [open, setOpen] = useState<EntryView | null>(null)
  const looks = useMemo<Record<string, ColumnLook<EntryView>>>(
    () => ({
      person: { card: 'title', flex: 1.4, minWidth: 160, value: (row) => row.person || t('exams.nobody') },
      company: { minWidth: 130 },
      course: { minWidth: 180, flex: 1.6 },
      starts_at: { minWidth: 160, value: (row) => format.platformTime(row.starts_at) },
      city: { minWidth: 110 },
      adjustments: { minWidth: 140, value: (row) => (row.adjustments.length ? adjusted(row) : '') },
      status: { card: 'badge', minWidth: 140, render: (row) => <StatusChip of={examStatuses} status={row.status} /> },
    }),
    [t, format, adjusted],
  )
  const list = useList<EntryView>({
    id: moment ? 'exams.entries.moment' : 'exams.entries',
    part: 'exams',
    path: '/api/exams/entries',
    load: (query) => api.exams.entries.index(withQuery(query)),
    looks,
    ...(moment && { fixed: { moment }, same: OF_MOMENT }),
  })
  return (
    <>
      <DataTable<EntryView>
        {...list.table}
        label={t('exams.entries.title')}
        rowId={rowId}
        searchLabel={t('exams.entries.search')}
        onRowClick={setOpen}
        rowLabel={(row) => t('exams.entries.open', { name: row.person })}
        empty={
          <EmptyState
            icon="people"
            title={t('exams.entries.empty')}
            text={t(isOff ? 'exams.entries.off_text' : 'exams.entries.empty_text')}
          />
        }
      />
      <EntrySidePanel entry={open} onChange={setOpen} />
    </>
  )
}

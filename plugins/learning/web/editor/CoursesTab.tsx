import { Link } from '@mui/material'
import { useMemo, useState } from 'react'
import { Link as RouterLink, useNavigate } from 'react-router'
import { nativeName } from '#core/contract/languages'
import { courseStatuses } from '#plugins/learning/contract/course_statuses'
import type { EditedCourseItem } from '#plugins/learning/server/transformers/editor_transformer'
import { api, urlFor, withQuery } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { download } from '#web/session'
import { type ColumnLook, DataTable, EmptyState, StatusChip, ToneChip, useList } from '#web/ui'
import { coursePath, poolPath } from './editor_paths.js'
import { NewCourseDialog } from './NewCourseDialog.js'

const rowId = (row: EditedCourseItem) => row.id

/** The courses that this person edits, with their actions. */
export default function CoursesTab() {
  const t = useT()
  const format = useFormat()
  const navigate = useNavigate()
  const [copyOf, setCopyOf] = useState<EditedCourseItem | null>(null)
  const looks = useMemo<Record<string, ColumnLook<EditedCourseItem>>>(
    () => ({
      name: {
        card: 'title',
        links: true,
        flex: 2.2,
        minWidth: 220,
        render: (row) => (
          <Link component={RouterLink} to={coursePath(row.id)} color="inherit" onClick={(event) => event.stopPropagation()}>
            {row.name}
          </Link>
        ),
      },
      status: {
        card: 'badge',
        minWidth: 150,
        render: (row) => <StatusChip of={courseStatuses} status={row.status} />,
      },
      sector: { minWidth: 130 },
      languages: { minWidth: 150, value: (row) => row.languages.map(nativeName).join(', ') },
      version: { minWidth: 90, align: 'left', value: (row) => row.version ?? t('learning.overview.no_version') },
      underway: { minWidth: 110 },
      draft_changed_at: {
        minWidth: 200,
        value: (row) => (row.draft_changed_at ? format.dateTime(row.draft_changed_at) : ''),
        render: (row) => (row.draft_changed_at ? <ToneChip tone="info" icon="edit" label={format.dateTime(row.draft_changed_at)} /> : ''),
      },
    }),
    [t, format],
  )
  const list = useList<EditedCourseItem>({
    id: 'learning.edited',
    part: 'learning',
    path: '/api/learning/edited',
    load: (query) => api.learning.edited.index(withQuery(query)),
    looks,
  })
  return (
    <>
      <DataTable<EditedCourseItem>
        {...list.table}
        label={t('learning.overview.title')}
        rowId={rowId}
        searchLabel={t('learning.overview.search')}
        onRowClick={(row) => void navigate(coursePath(row.id))}
        rowLabel={(row) => row.name}
        rowActions={(row) => [
          { icon: 'edit', label: t('core.actions.edit'), onRun: () => void navigate(coursePath(row.id)) },
          { icon: 'questions', label: t('learning.pool.title'), onRun: () => void navigate(poolPath(row.id)) },
          { icon: 'copy', label: t('learning.overview.copy'), onRun: () => setCopyOf(row) },
          {
            icon: 'download',
            label: t('learning.overview.export'),
            onRun: () => void download(urlFor.get('learning.editor.export', { course: row.id }).url),
          },
        ]}
        empty={<EmptyState icon="book" title={t('learning.overview.empty')} text={t('learning.overview.empty_text')} />}
      />
      {copyOf && <NewCourseDialog of={{ copyOf }} onClose={() => setCopyOf(null)} />}
    </>
  )
}

import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { nativeName } from '#core/contract/languages'
import type { UsedCourse } from '#plugins/learning/server/transformers/used_course_transformer'
import { api, withQuery } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { type ColumnLook, DataTable, EmptyState, useList } from '#web/ui'

const rowId = (row: UsedCourse) => row.id

/** The courses that a supervisor's company may give, with how many of its people have each; each links to those people. */
export default function UsedCourses() {
  const t = useT()
  const format = useFormat()
  const navigate = useNavigate()
  const looks = useMemo<Record<string, ColumnLook<UsedCourse>>>(
    () => ({
      name: { card: 'title', flex: 2.2, minWidth: 220 },
      sector: { minWidth: 130 },
      languages: { minWidth: 150, value: (row) => row.languages.map(nativeName).join(', ') },
      duration: { minWidth: 110, align: 'left', value: (row) => format.minutes(row.duration) },
      people: { minWidth: 110 },
      passed: { minWidth: 110 },
    }),
    [format],
  )
  const list = useList<UsedCourse>({
    id: 'learning.used',
    part: 'learning',
    path: '/api/learning/used',
    load: (query) => api.learning.used.index(withQuery(query)),
    looks,
  })
  return (
    <DataTable<UsedCourse>
      {...list.table}
      label={t('learning.overview.title')}
      rowId={rowId}
      searchLabel={t('learning.overview.search')}
      onRowClick={(row) => void navigate(`/totaal?course=${row.id}`)}
      rowLabel={(row) => t('learning.used.open', { name: row.name })}
      empty={<EmptyState icon="book" title={t('learning.used.empty')} text={t('learning.used.empty_text')} />}
    />
  )
}

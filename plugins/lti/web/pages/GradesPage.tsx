import { useMemo } from 'react'
import { api, withQuery } from '#web/api'
import { useT } from '#web/i18n'
import { pagePath } from '#web/shell'
import { type ColumnLook, DataTable, EmptyState, PageHeader, ToneChip, useList } from '#web/ui'
import type { toGrade } from '../../server/transformers/lti.js'
import { useProblemWords } from '../words.js'

type Row = ReturnType<typeof toGrade>

const LOOK = { sent: ['success', 'success'], waiting: ['warning', 'waiting'], failed: ['error', 'error'] } as const
const rowId = (row: Row) => row.id

/** /admin/bedrijven/lti/cijfers: the results sent to other systems; refused ones can be sent again here. */
export default function GradesPage() {
  const t = useT()
  const inWords = useProblemWords()
  const looks: Record<string, ColumnLook<Row>> = useMemo(
    () => ({
      person: { card: 'title', minWidth: 150 },
      link: { card: 'line', minWidth: 160 },
      score: { card: 'line', minWidth: 150 },
      state: {
        card: 'badge',
        minWidth: 120,
        render: ({ state }) => {
          const [tone, icon] = LOOK[state as keyof typeof LOOK]
          return <ToneChip tone={tone} icon={icon} label={t(`lti.grade.${state}`)} />
        },
      },
      problem: { card: 'line', minWidth: 160, flex: 1.4, value: ({ problem }) => inWords(problem) },
      happened_at: { card: 'line', minWidth: 150 },
      platform: { card: 'line', minWidth: 120 },
    }),
    [t, inWords],
  )
  const list = useList<Row>({
    id: 'lti.grades',
    part: 'lti',
    path: '/api/lti/grades',
    load: (query) => api.lti.grades.index(withQuery(query)),
    looks,
  })
  return (
    <>
      <PageHeader
        title={t('lti.grades.title')}
        text={t('lti.grades.text')}
        trail={[{ label: t('lti.page.title'), to: pagePath('lti.platforms') ?? '' }]}
      />
      <DataTable<Row>
        {...list.table}
        label={t('lti.grades.title')}
        rowId={rowId}
        searchLabel={t('lti.grades.search')}
        rowLabel={(row) => row.person}
        empty={<EmptyState icon="chart" title={t('lti.grades.empty')} text={t('lti.grades.empty_text')} />}
      />
    </>
  )
}

import { Button, Link, MenuItem, Stack, TextField, Typography } from '@mui/material'
import { useMemo, useState } from 'react'
import { Link as RouterLink, useNavigate, useSearchParams } from 'react-router'
import type { EditedCourseItem, PoolQuestionItem } from '#plugins/learning/server/transformers/editor_transformer'
import { api, urlFor, withQuery } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { download } from '#web/session'
import { type ColumnLook, DataTable, EmptyState, ErrorState, Icon, LoadingState, ToneChip, useList } from '#web/ui'
import { useEditedCourses } from './draft_queries.js'
import { questionPath, withdrawPath } from './editor_paths.js'
import { ImportQuestionsDialog } from './ImportQuestionsDialog.js'

/** The questions of a course, where they are used and their statistics: at /trainingen/vragenpool and on a tab of /training/overzicht. */
export default function PoolTab() {
  const t = useT()
  const [params, setParams] = useSearchParams()
  const choose = (training: unknown) => setParams((all) => (all.set('training', String(training)), all), { replace: true })
  const [importing, setImporting] = useState(false)
  const { data, error, isPending, refetch } = useEditedCourses()
  const courses = data?.data ?? []
  const course = courses.find(({ id }) => id === Number(params.get('training'))) ?? courses[0]
  return (
    <>
      {isPending && <LoadingState shape="rows" count={5} />}
      {error && <ErrorState error={error} part="learning" onRetry={() => void refetch()} />}
      {data && !course && <EmptyState icon="questions" title={t('learning.overview.empty')} text={t('learning.overview.empty_text')} />}
      {course && (
        <>
          <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 3, mb: 4, alignItems: { sm: 'center' } }}>
            <TextField
              select
              label={t('learning.pool.course')}
              value={course.id}
              onChange={(event) => choose(event.target.value)}
              sx={{ minWidth: { sm: 320 }, width: { xs: '100%', sm: 'auto' } }}
            >
              {courses.map((one) => (
                <MenuItem key={one.id} value={one.id}>
                  {/* A copy has the name of its original until it is renamed. */}
                  {courses.some(({ id, name }) => id !== one.id && name === one.name) ? `${one.name} (${one.shortname})` : one.name}
                </MenuItem>
              ))}
            </TextField>
            <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap' }}>
              <Button startIcon={<Icon name="upload" />} onClick={() => setImporting(true)}>
                {t('learning.pool.import')}
              </Button>
              <Button
                startIcon={<Icon name="download" />}
                onClick={() => void download(urlFor.get('learning.pool.export', { course: course.id }).url)}
              >
                {t('learning.pool.export')}
              </Button>
            </Stack>
          </Stack>
          <Typography variant="body2" sx={{ color: 'text.secondary', mb: 4 }}>
            {t('learning.pool.export_text')}
          </Typography>
          {importing && <ImportQuestionsDialog course={course} onClose={() => setImporting(false)} />}
          <Pool key={course.id} course={course} />
        </>
      )}
    </>
  )
}

// A question may be long: it wraps in a card and is truncated in a line.
const cut = { '.MuiDataGrid-cell &': { display: 'block', overflow: 'hidden', textOverflow: 'ellipsis' } } as const
const rowId = (row: PoolQuestionItem) => row.id
const icons = { 'learning.tag': 'badge', 'learning.untag': 'close', 'learning.archive': 'hidden', 'learning.unarchive': 'visible' } as const

function Pool({ course }: { course: EditedCourseItem }) {
  const t = useT()
  const format = useFormat()
  const navigate = useNavigate()
  const fixed = useMemo(() => ({ course: course.id }), [course.id])
  const looks = useMemo<Record<string, ColumnLook<PoolQuestionItem>>>(
    () => ({
      text: {
        card: 'title',
        flex: 3,
        minWidth: 260,
        render: (row) => {
          const path = pathOf(row)
          if (!path) return row.withdrawn ? t('learning.withdraw.of', { question: row.text }) : row.text
          return (
            <Link component={RouterLink} to={path} color="inherit" title={row.text} onClick={(event) => event.stopPropagation()} sx={cut}>
              {row.withdrawn ? t('learning.withdraw.of', { question: row.text }) : row.text}
            </Link>
          )
        },
      },
      type: { minWidth: 150 },
      tags: {
        minWidth: 140,
        value: (row) => row.tags.join(', '),
        render: (row) => row.tags.map((tag) => `#${tag}`).join(' '),
      },
      used: {
        flex: 1.2,
        minWidth: 140,
        align: 'left',
        value: (row) => format.list(row.used_in) || t('learning.pool.not_used'),
      },
      answered: { minWidth: 110 },
      right: {
        minWidth: 100,
        value: (row) => row.right,
        render: (row) =>
          row.right !== null && <ToneChip {...rightLook(row.right)} label={t('learning.pool.percentage', { percentage: row.right })} />,
      },
      discrimination: { minWidth: 130, value: (row) => (row.discrimination === null ? null : format.number(row.discrimination)) },
    }),
    [t, format],
  )
  const list = useList<PoolQuestionItem>({
    id: 'learning.questions',
    part: 'learning',
    path: '/api/learning/questions',
    load: (query) => api.learning.questions.index(withQuery(query)),
    looks,
    fixed,
    icons,
  })
  // The list shows either active or archived questions, so only one of the two actions applies.
  const other = list.table.state.filters.archived === 'true' ? 'learning.archive' : 'learning.unarchive'
  const selectionActions = list.table.selectionActions.filter(({ name }) => name !== other)
  return (
    <DataTable<PoolQuestionItem>
      {...list.table}
      selectionActions={selectionActions}
      label={t('learning.pool.title')}
      rowId={rowId}
      searchLabel={t('learning.pool.search')}
      rowLabel={(row) => row.text}
      rowActions={(row) => {
        const path = pathOf(row)
        return [
          ...(path ? [{ icon: 'edit' as const, label: t('core.actions.edit'), onRun: () => void navigate(path) }] : []),
          ...(row.answered > 0
            ? [{ icon: 'canceled' as const, label: t('learning.withdraw.open'), onRun: () => void navigate(withdrawPath(row.id)) }]
            : []),
          ...selectionActions.flatMap(({ name }) => list.actOn(row.id, name)),
        ]
      }}
      empty={<EmptyState icon="questions" title={t('learning.pool.empty')} text={t('learning.pool.empty_text')} />}
    />
  )
}

/** Opens a question in a quiz that asks it. */
function pathOf({ course_id: course, key, used }: PoolQuestionItem): string | null {
  const [activity, question] = key.split('/') as [string, string]
  return used > 0 ? questionPath(course, activity, question) : null
}

const rightLook = (percentage: number) =>
  percentage < 40 ? ({ tone: 'warning', icon: 'warning' } as const) : ({ tone: 'success', icon: 'check' } as const)

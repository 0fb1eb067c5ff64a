import { Box, Button, Link, MenuItem, Paper, Stack, TextField, Typography } from '@mui/material'
import { useState } from 'react'
import { Link as RouterLink, useSearchParams } from 'react-router'
import type { PoolQuestion } from '#plugins/learning/server/editor/question_pool'
import type { EditedCourseItem } from '#plugins/learning/server/transformers/editor_transformer'
import { urlFor } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { download } from '#web/session'
import { EmptyState, ErrorState, Icon, LoadingState, ToneChip } from '#web/ui'
import { nameOf } from './DraftPage.js'
import { useEditedCourses } from './draft_queries.js'
import { questionPath } from './editor_paths.js'
import { ImportQuestionsDialog } from './ImportQuestionsDialog.js'
import { PoolFilter, usePool, usePoolFilter } from './PoolFilter.js'

/** The questions of a course, where they are used and how they do: at /trainingen/vragenpool and under a tab of /training/overzicht. */
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
                  {one.name}
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
          {importing && <ImportQuestionsDialog course={course} onClose={() => setImporting(false)} />}
          <Pool key={course.id} course={course} />
        </>
      )}
    </>
  )
}

function Pool({ course }: { course: EditedCourseItem }) {
  const t = useT()
  const { data, error, isPending, refetch } = usePool(course.id)
  const filter = usePoolFilter(data?.data)
  if (isPending) return <LoadingState shape="rows" count={5} />
  if (error || !data) return <ErrorState error={error} part="learning" onRetry={() => void refetch()} />
  const { shown } = filter
  if (!data.data.length) return <EmptyState icon="questions" title={t('learning.pool.empty')} text={t('learning.pool.empty_text')} />
  return (
    <>
      <PoolFilter {...filter} />
      <Typography variant="body2" sx={{ color: 'text.secondary', mb: 3 }} role="status">
        {t('learning.pool.count', { count: shown.length })}
      </Typography>
      <Stack component="ul" sx={{ listStyle: 'none', p: 0, m: 0, gap: 3 }}>
        {shown.map((question) => (
          <Box component="li" key={question.key}>
            <QuestionRow course={course} question={question} />
          </Box>
        ))}
      </Stack>
    </>
  )
}

function QuestionRow({ course, question }: { course: EditedCourseItem; question: PoolQuestion }) {
  const t = useT()
  const format = useFormat()
  const [activity, key] = question.key.split('/') as [string, string]
  const title = nameOf(question.text, course.languages, question.key)
  const isUsed = question.used_in.length > 0
  return (
    <Paper variant="outlined" sx={{ p: 4, display: 'flex', flexDirection: { xs: 'column', sm: 'row' }, gap: 3 }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        {isUsed ? (
          <Link component={RouterLink} to={questionPath(course.id, activity, key)} sx={{ fontWeight: 550, overflowWrap: 'anywhere' }}>
            {title}
          </Link>
        ) : (
          <Typography sx={{ fontWeight: 550, overflowWrap: 'anywhere' }}>{title}</Typography>
        )}
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {[
            t(`learning.question.type_${question.type}`),
            isUsed
              ? t('learning.pool.used_in', {
                  names: format.list(question.used_in.map((quiz) => nameOf(quiz.title, course.languages, quiz.key))),
                })
              : t('learning.pool.not_used'),
            question.tags.length ? question.tags.map((tag) => `#${tag}`).join(' ') : null,
            question.revision > 1 ? t('learning.pool.revision', { number: question.revision }) : null,
          ]
            .filter(Boolean)
            .join(' · ')}
        </Typography>
        <Stack direction="row" sx={{ gap: 2, mt: 2, flexWrap: 'wrap' }}>
          {question.answered ? (
            <>
              <ToneChip tone="neutral" icon="people" label={t('learning.pool.answered', { count: question.answered })} />
              <ToneChip
                tone={question.right! < 40 ? 'warning' : 'success'}
                icon={question.right! < 40 ? 'warning' : 'check'}
                label={t('learning.pool.right', { percentage: question.right! })}
              />
              {question.discrimination !== null && (
                <ToneChip
                  tone={question.discrimination < 0.1 ? 'warning' : 'neutral'}
                  icon="chart"
                  label={t('learning.pool.discrimination', { value: format.number(question.discrimination) })}
                />
              )}
              {question.seconds !== null && (
                <ToneChip tone="neutral" icon="time" label={t('learning.pool.seconds', { count: question.seconds })} />
              )}
            </>
          ) : (
            <ToneChip tone="neutral" icon="not_started" label={t('learning.pool.never_answered')} />
          )}
        </Stack>
      </Box>
      {isUsed && (
        <Button
          component={RouterLink}
          to={questionPath(course.id, activity, key)}
          variant="outlined"
          sx={{ alignSelf: { sm: 'flex-start' } }}
        >
          {t('core.actions.edit')}
        </Button>
      )}
    </Paper>
  )
}

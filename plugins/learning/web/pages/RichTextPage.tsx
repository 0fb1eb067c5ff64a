import { Box, Button } from '@mui/material'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { api, useApiMutation } from '#web/api'
import { useT } from '#web/i18n'
import { usePageTitle } from '#web/shell'
import { LoadingState, PageHeader, Progress, RichText } from '#web/ui'
import { StepFooter } from '../components/StepFooter.js'
import { StepProblem } from '../components/StepProblem.js'
import { useStep } from '../components/use_step.js'
import { activityPath, coursePath } from '../paths.js'
import { REFRESH_ALL } from '../queries.js'
import { useIds } from '../use_ids.js'

/** One page to read. Reading on is what completes it. */
export default function RichTextPage() {
  const t = useT()
  const navigate = useNavigate()
  const { participation, activity: id } = useIds('participation', 'activity')
  const { course, activity, error, isPending, retry, position, total, previous, next, trail } = useStep(participation, id)
  usePageTitle(activity?.title)

  const isRunning = course?.status === 'busy'
  const params = { participation, activity: id }
  const open = useApiMutation(() => api.learning.activities.open({ params }), { quiet: true })
  const complete = useApiMutation(() => api.learning.activities.complete({ params }), {
    refresh: REFRESH_ALL,
    onSuccess: () => goOn(),
  })
  const goOn = () => void navigate(next ? activityPath(participation, next) : coursePath(participation))

  const isNew = isRunning && activity?.status === 'not_started'
  const markOpen = open.mutate
  useEffect(() => {
    if (isNew) markOpen(undefined)
  }, [isNew, id, markOpen])

  if (isPending) return <LoadingState shape="page" count={8} />
  if (error || !activity)
    return (
      <StepProblem
        error={error}
        participation={participation}
        course={course}
        title={t('learning.richtext.failed_to_load')}
        onRetry={retry}
      />
    )
  const isDone = activity.status === 'finished' || !isRunning

  return (
    <article>
      <PageHeader title={activity.title} trail={trail} />
      <Progress value={(position / total) * 100} label={t('learning.richtext.position', { position, total })} text="" />
      <Box sx={{ mt: 6 }}>
        <RichText html={activity.body} />
      </Box>
      <StepFooter
        back={previous && { label: t('learning.richtext.previous'), onClick: () => void navigate(activityPath(participation, previous)) }}
        main={
          <Button
            variant="contained"
            size="large"
            loading={complete.isPending}
            onClick={() => (isDone ? goOn() : complete.mutate(undefined))}
          >
            {t(isDone ? (next ? 'learning.richtext.next' : 'learning.course.back') : 'learning.richtext.done')}
          </Button>
        }
      />
    </article>
  )
}

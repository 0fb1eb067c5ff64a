import { Box, Button, Stack, Typography } from '@mui/material'
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { api, useApiMutation } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { usePageTitle } from '#web/shell'
import { Icon, LoadingState, PageHeader, Progress, RichText, SlotOutlet, useIsSlotFilled } from '#web/ui'
import { lessonFeedbackSlot } from '../../contract/index.js'
import { ReadAloud } from '../components/ReadAloud.js'
import { StepFooter } from '../components/StepFooter.js'
import { StepProblem } from '../components/StepProblem.js'
import { useReadingTime } from '../components/use_reading_time.js'
import { useStep } from '../components/use_step.js'
import { isPhoneOrTablet } from '../../contract/device.js'
import { activityPath, coursePath } from '../paths.js'
import { REFRESH_ALL } from '../queries.js'
import { useIds } from '../use_ids.js'

/** Few lessons have a video: its code is loaded with the first that does. */
const LessonVideos = lazy(() => import('../components/LessonVideos.js'))

/** One page to read. Continuing completes it. */
export default function RichTextPage() {
  const t = useT()
  const format = useFormat()
  const text = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState<HTMLElement | null>(null)
  const [watched, setWatched] = useState<ReadonlySet<string>>(new Set())
  const onWatched = useCallback((key: string) => setWatched((known) => new Set(known).add(key)), [])
  const [asking, setAsking] = useState(false)
  const canAsk = useIsSlotFilled(lessonFeedbackSlot)
  const navigate = useNavigate()
  const { participation, activity: id } = useIds('participation', 'activity')
  const { course, activity, error, isPending, retry, position, total, previous, next: following, trail } = useStep(participation, id)
  usePageTitle(activity?.title)

  const steps = course?.modules.flatMap(({ activities }) => activities) ?? []
  // On a phone the next step skips what needs a computer, if the course allows that.
  const passesQuizzes = isPhoneOrTablet() && course?.reads_past_quizzes
  const next = passesQuizzes
    ? steps
        .slice(position)
        .find(({ type, needs_computer: needsComputer, status }) => type === 'richtext' || (!needsComputer && status !== 'locked'))
    : following
  const isRunning = course?.status === 'busy'
  const params = { participation, activity: id }
  const open = useApiMutation(() => api.learning.activities.open({ params }), { quiet: true })
  const complete = useApiMutation(() => api.learning.activities.complete({ params }), {
    refresh: REFRESH_ALL,
    onSuccess: () => goOn(),
  })
  const goOn = () => void navigate(next ? activityPath(participation, next) : coursePath(participation))

  useReadingTime({ participation, activity: id, isCounted: isRunning && activity !== undefined })
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
  const videos = activity.videos ?? []
  const toWatch = isDone || !activity.watch_videos ? [] : videos.filter((video) => !video.watched && !watched.has(video.key))

  return (
    <article>
      <PageHeader title={activity.title} trail={trail} />
      <Progress value={(position / total) * 100} label={t('learning.richtext.position', { position, total })} text="" />
      <Stack direction="row" sx={{ mt: 4, gap: 4, alignItems: 'center', flexWrap: 'wrap', minHeight: 32 }}>
        {activity.minutes > 0 && (
          <Typography variant="body2" sx={{ color: 'text.secondary', display: 'flex', alignItems: 'center', gap: 1 }}>
            <Icon name="time" sx={{ fontSize: 16 }} />
            {t('learning.richtext.reading_time', { time: format.minutes(activity.minutes) })}
          </Typography>
        )}
        <ReadAloud key={id} text={text} language={course?.language ?? document.documentElement.lang} />
      </Stack>
      <Box
        ref={(element: HTMLDivElement | null) => {
          text.current = element
          setShown(element)
        }}
        lang={course?.language ?? undefined}
        sx={{ mt: 5 }}
      >
        <RichText html={activity.body} />
      </Box>
      {videos.length > 0 && (
        <Suspense>
          <LessonVideos
            key={id}
            participation={participation}
            activity={id}
            videos={videos}
            language={course?.language ?? null}
            isCounted={isRunning}
            text={shown}
            html={activity.body}
            onWatched={onWatched}
          />
        </Suspense>
      )}
      {canAsk && isRunning && (
        <Button color="inherit" startIcon={<Icon name="feedback" />} onClick={() => setAsking(true)} sx={{ mt: 5, ml: -3 }}>
          {t('learning.richtext.unclear')}
        </Button>
      )}
      {asking && <SlotOutlet slot={lessonFeedbackSlot} with={{ participation, activity: id, onClose: () => setAsking(false) }} />}
      <StepFooter
        sticky
        back={previous && { label: t('learning.richtext.previous'), onClick: () => void navigate(activityPath(participation, previous)) }}
        main={
          <Stack sx={{ gap: 2, alignItems: { sm: 'flex-end' } }}>
            {toWatch.length > 0 && (
              <Typography id="to-watch" variant="body2">
                {t('learning.video.first', { count: toWatch.length })}
              </Typography>
            )}
            <Button
              variant="contained"
              size="large"
              loading={complete.isPending}
              disabled={toWatch.length > 0}
              aria-describedby={toWatch.length > 0 ? 'to-watch' : undefined}
              onClick={() => (isDone ? goOn() : complete.mutate(undefined))}
            >
              {t(isDone ? (next ? 'learning.richtext.next' : 'learning.course.back') : 'learning.richtext.done')}
            </Button>
          </Stack>
        }
      />
    </article>
  )
}

import { Button, Stack } from '@mui/material'
import { Link } from 'react-router'
import type { FirstActivity } from '#plugins/learning/server/services/course_content'
import type { ApiError } from '#web/api'
import { useT } from '#web/i18n'
import { EmptyState, ErrorState } from '#web/ui'
import { activityPath, coursePath, trainingsPath } from '../paths.js'
import type { Course } from './types.js'

interface StepProblemProps {
  error: ApiError | null
  participation: number
  /** The course in the URL, if it is the person's own. */
  course: Course | undefined
  /** The error title of the page, which names what could not be loaded. */
  title?: string
  onRetry: () => void
}

/** Replaces a step that may not be opened: what to do first, with a link. All of it comes from the server. */
export function StepProblem({ error, participation, course, title, onRetry }: StepProblemProps) {
  const t = useT()
  const toCourse = { label: t('learning.course.back'), to: coursePath(participation) }
  const first = error?.code === 'activity_locked' ? (error.details.first_activity as FirstActivity | null) : null
  if (first) {
    return (
      <EmptyState
        asPage
        icon="lock"
        title={t('learning.locked.title')}
        text={t(`learning.locked.${first.condition}`, { title: first.title })}
        action={
          <Ways
            main={{ label: t('learning.locked.go', { title: first.title }), to: activityPath(participation, first) }}
            other={toCourse}
          />
        }
      />
    )
  }
  if (error?.status !== 404 || !course)
    return <PageProblem error={error} of="course" onRetry={onRetry} title={title ?? t('learning.course.failed_to_load')} />
  const next = course.modules.flatMap(({ activities }) => activities).find(({ id }) => id === course.next_activity)
  return (
    <EmptyState
      asPage
      icon="question"
      title={t('learning.foreign.step_title')}
      text={next ? t('learning.foreign.step_next', { title: next.title }) : t('learning.foreign.step_text')}
      action={
        next && course.status === 'busy' ? (
          <Ways main={{ label: t('learning.locked.go', { title: next.title }), to: activityPath(participation, next) }} other={toCourse} />
        ) : (
          <Ways main={toCourse} />
        )
      }
    />
  )
}

interface PageProblemProps {
  error: ApiError | null
  /** The kind of id in the URL. */
  of: 'course' | 'attempt'
  /** The error title of the page, which names what could not be loaded. */
  title: string
  onRetry: () => void
}

/**
 * Replaces a page that could not be loaded, or that belongs to another person. Has a link out, because the navigation may be hidden there.
 */
export function PageProblem({ error, of, title, onRetry }: PageProblemProps) {
  const t = useT()
  const toTrainings = { label: t('learning.results.to_trainings'), to: trainingsPath() }
  if (error?.status === 404)
    return (
      <EmptyState
        asPage
        icon="question"
        title={t(`learning.foreign.${of}_title`)}
        text={t(`learning.foreign.${of}_text`)}
        action={<Ways main={toTrainings} />}
      />
    )
  return (
    <ErrorState
      asPage
      error={error}
      part="learning"
      title={title}
      onRetry={onRetry}
      action={
        <Button variant="outlined" color="inherit" component={Link} to={toTrainings.to}>
          {toTrainings.label}
        </Button>
      }
    />
  )
}

interface Way {
  label: string
  to: string
}

function Ways({ main, other }: { main: Way; other?: Way }) {
  return (
    <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 2, justifyContent: 'center', flexWrap: 'wrap' }}>
      <Button variant="contained" component={Link} to={main.to}>
        {main.label}
      </Button>
      {other && (
        <Button variant="outlined" color="inherit" component={Link} to={other.to}>
          {other.label}
        </Button>
      )}
    </Stack>
  )
}

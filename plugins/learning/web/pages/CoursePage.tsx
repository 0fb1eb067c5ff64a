import { Stack } from '@mui/material'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useFormat, useT } from '#web/i18n'
import { usePageTitle } from '#web/shell'
import { ErrorState, LoadingState, PageHeader, Progress, RichText, Section, StatusChip, type HeaderAction } from '#web/ui'
import { ActivityList } from '../components/ActivityList.js'
import { CourseOutcome } from '../components/CourseOutcome.js'
import { LanguageChoice } from '../components/LanguageChoice.js'
import { activityPath, trainingsPath } from '../paths.js'
import { useCourse } from '../queries.js'
import { useIds } from '../use_ids.js'

/** /deelnemer/training/:participation — what the course holds, how far one is, what is next and what is locked. */
export default function CoursePage() {
  const t = useT()
  const format = useFormat()
  const navigate = useNavigate()
  const { participation } = useIds('participation')
  const { data, error, isPending, refetch } = useCourse(participation)
  const [changing, setChanging] = useState(false)
  const course = data?.data
  usePageTitle(course?.name)

  const trail = [{ label: t('learning.course.all'), to: trainingsPath() }]
  if (isPending) return <LoadingState shape="page" count={4} />
  if (error || !course) return <ErrorState error={error} part="learning" onRetry={() => void refetch()} />

  const isRunning = course.status === 'registered' || course.status === 'busy'
  const next = course.modules.flatMap(({ activities }) => activities).find(({ id }) => id === course.next_activity)
  const mustChoose = isRunning && !course.language
  const facts = [
    format.minutes(course.duration_minutes),
    t('learning.course.pass_at', { grade: course.passed_grade }),
    course.expires_in_days !== null ? t('learning.expires_in', { days: course.expires_in_days }) : null,
  ].filter((fact) => fact !== null)
  const action: HeaderAction | undefined =
    isRunning && !mustChoose && next
      ? {
          label: t(course.progress ? 'learning.course.continue' : 'learning.course.start', { title: next.title }),
          onClick: () => void navigate(activityPath(course.id, next)),
        }
      : undefined

  return (
    <>
      <PageHeader
        title={course.name}
        text={facts.join(' · ')}
        trail={trail}
        badge={<StatusChip kind="participation" status={course.status} />}
        {...(action && { action })}
        secondary={
          isRunning && course.language && course.languages.length > 1
            ? [{ label: t('learning.course.change_language'), icon: 'language', onClick: () => setChanging((open) => !open) }]
            : []
        }
      />
      <Stack sx={{ gap: 5 }}>
        <CourseOutcome course={course} />
        {(mustChoose || changing) && (
          <LanguageChoice
            course={course}
            onChosen={() => setChanging(false)}
            {...(!mustChoose && { onCancel: () => setChanging(false) })}
          />
        )}
        {course.language && <Progress value={course.progress} label={t('learning.progress', { progress: course.progress })} />}
        <Section title={t('learning.course.content')} flush>
          <ActivityList course={course} disabled={!isRunning || mustChoose} />
        </Section>
        <Section title={t('learning.course.about')}>
          <RichText html={course.description} />
        </Section>
      </Stack>
    </>
  )
}

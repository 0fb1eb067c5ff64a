import { Box, Button, Stack, useMediaQuery } from '@mui/material'
import { Suspense, lazy, useState } from 'react'
import { useFormat, useT } from '#web/i18n'
import { usePageTitle } from '#web/shell'
import { Icon, LoadingState, PageHeader, RichText, Section, SlotOutlet, StatusChip } from '#web/ui'
import { recordedPracticeSlot } from '#plugins/learning/contract/recording'
import { participationStatuses } from '#plugins/learning/contract/statuses'
import { ActivityList } from '../components/ActivityList.js'
import { AskedFor } from '../components/AskedFor.js'
import { ComputerNotice } from '../components/ComputerNotice.js'
import { CourseOutcome } from '../components/CourseOutcome.js'
import { DueBy } from '../components/DueBy.js'
import { LanguageChoice } from '../components/LanguageChoice.js'
import { NextStep } from '../components/NextStep.js'
import { PageProblem } from '../components/StepProblem.js'
import { isPhoneOrTablet } from '../../contract/device.js'
import { trainingsPath } from '../paths.js'
import { useCourse } from '../queries.js'
import { useAt } from '../use_at.js'
import { useIds } from '../use_ids.js'

/** Loaded separately because of its date picker, which few people need. */
const AdultsStart = lazy(() => import('../components/AdultsStart.js'))

/** /deelnemer/training/:participation — the contents of the course, the progress, what is next and what is locked. */
export default function CoursePage() {
  const t = useT()
  const format = useFormat()
  const { participation } = useIds('participation')
  const { data, error, isPending, refetch } = useCourse(participation)
  const [changing, setChanging] = useState(false)
  // On a phone the choice comes first, within reach of a thumb, and the description below it.
  const isNarrow = useMediaQuery('(max-width:599px)', { noSsr: true })
  const course = data?.data
  usePageTitle(course?.name)
  const waits = course?.modules.flatMap(({ activities }) => activities.flatMap((activity) => activity.attempts?.available_from ?? [])) ?? []
  useAt(waits.sort()[0] ?? null, () => void refetch())

  const trail = [{ label: t('learning.course.all'), to: trainingsPath() }]
  if (isPending) return <LoadingState shape="page" count={4} />
  if (error || !course)
    return <PageProblem error={error} of="course" title={t('learning.course.failed_to_load')} onRetry={() => void refetch()} />

  const isRunning = course.status === 'registered' || course.status === 'busy'
  const mustChoose = isRunning && !course.language
  const mayBegin = course.asked_for.every(({ met }) => met)
  const facts = [
    isRunning && course.mandatory ? t('learning.due.mandatory') : null,
    format.minutes(course.duration_minutes),
    // No pass mark for a course that only has to be read.
    course.passed_grade > 0 ? t('learning.course.pass_at', { grade: course.passed_grade }) : null,
    course.expires_in_days !== null ? t('learning.expires_in', { days: course.expires_in_days }) : null,
    mustChoose && course.needs_computer ? t('learning.computer.on_card') : null,
  ].filter((fact) => fact !== null)

  const picture = mustChoose && course.picture && (
    <Box
      component="img"
      src={course.picture.url}
      alt={course.picture.alt}
      // Uncropped: cut to a strip, it would show people without heads.
      sx={{ width: { xs: '100%', sm: 300 }, aspectRatio: '16 / 9', objectFit: 'cover', borderRadius: 1, flexShrink: 0 }}
    />
  )
  const about = (
    <Section title={t(mustChoose ? 'learning.course.goals' : 'learning.course.about')}>
      {picture && !isNarrow ? (
        <Stack direction="row" sx={{ gap: 6, alignItems: 'flex-start' }}>
          <Box sx={{ flex: 1, minWidth: 0 }}>
            <RichText html={course.description} />
          </Box>
          {picture}
        </Stack>
      ) : (
        <RichText html={course.description} />
      )}
    </Section>
  )

  return (
    <>
      <PageHeader
        title={course.name}
        text={facts.join(' · ')}
        trail={trail}
        badge={
          isRunning ? (
            course.due_at && <DueBy day={course.due_at} inDays={course.due_in_days!} />
          ) : (
            <StatusChip of={participationStatuses} status={course.status} />
          )
        }
      />
      <Stack sx={{ gap: 5 }}>
        <CourseOutcome course={course} />
        {course.language && isRunning && <NextStep course={course} />}
        {isRunning &&
          course.modules
            .flatMap(({ activities }) => activities)
            .filter(({ recorded, status }) => recorded && status !== 'finished')
            .map(({ id, title }) => (
              <SlotOutlet key={id} slot={recordedPracticeSlot} with={{ participation: course.id, activity: id, title }} />
            ))}
        {mustChoose && (
          <>
            {isNarrow ? picture : about}
            {course.needs_computer && isPhoneOrTablet() && (
              <ComputerNotice
                participation={course.id}
                text={`${t(course.reads_past_quizzes ? 'learning.computer.read_past' : 'learning.computer.read_until')} ${t('learning.computer.before_choice')}`}
              />
            )}
          </>
        )}
        {mustChoose && course.asked_for.length > 0 && <AskedFor course={course} />}
        {mustChoose && mayBegin && course.asks_birthdate && (
          <Suspense fallback={<LoadingState shape="page" count={2} />}>
            <AdultsStart course={course} />
          </Suspense>
        )}
        {((mustChoose && mayBegin && !course.asks_birthdate) || changing) && (
          <LanguageChoice
            course={course}
            onChosen={() => setChanging(false)}
            {...(!mustChoose && { onCancel: () => setChanging(false) })}
          />
        )}
        {mustChoose && isNarrow && about}
        <Section
          title={t('learning.course.content')}
          flush
          action={
            isRunning &&
            course.language &&
            course.languages.length > 1 && (
              <Button
                size="small"
                color="inherit"
                startIcon={<Icon name="language" />}
                aria-expanded={changing}
                onClick={() => setChanging((open) => !open)}
                sx={{ my: -1, mr: -2 }}
              >
                {t('learning.course.change_language')}
              </Button>
            )
          }
        >
          <ActivityList course={course} disabled={mustChoose} />
        </Section>
        {!mustChoose && about}
      </Stack>
    </>
  )
}

import { Alert, Box, Button, Link, Stack, Typography } from '@mui/material'
import { useEffect } from 'react'
import { Link as RouterLink, useNavigate } from 'react-router'
import { useFormat, useT } from '#web/i18n'
import { useHeldView, usePageTitle } from '#web/shell'
import { LoadingState, PageHeader, RichText, Section, SlotOutlet, StatusChip, ToneChip } from '#web/ui'
import { recordedStartSlot } from '#plugins/learning/contract/recording'
import { activityStatuses, attemptStatuses } from '#plugins/learning/contract/statuses'
import { AttemptsLeft } from '../components/AttemptsLeft.js'
import { ComputerNotice } from '../components/ComputerNotice.js'
import { StepFooter } from '../components/StepFooter.js'
import { StepProblem } from '../components/StepProblem.js'
import { useStartAttempt } from '../components/use_start_attempt.js'
import { useStep } from '../components/use_step.js'
import { isPhoneOrTablet } from '../../contract/device.js'
import { activityPath, attemptPath, coursePath, resultPath } from '../paths.js'
import { useAt } from '../use_at.js'
import { useIds } from '../use_ids.js'

/** Before a quiz: its rules, earlier attempts, and the start — or why it cannot start here or now. */
export default function QuizPage() {
  const t = useT()
  const format = useFormat()
  const navigate = useNavigate()
  const { participation, activity: id } = useIds('participation', 'activity')
  const { course, activity, error, isPending, retry, next, trail } = useStep(participation, id)
  usePageTitle(activity?.title)
  useAt(activity?.quiz?.available_from ?? null, retry)
  const start = useStartAttempt(participation, id)
  const begin = start.mutate
  const onPhone = isPhoneOrTablet()
  const running = activity?.quiz?.attempts.find(({ status }) => status === 'busy')
  // Skips this page for a running attempt, and when the number of attempts is not limited.
  const goesOn = !onPhone && course?.status === 'busy' ? running?.id : undefined
  // Not with a time limit: the rules should be read before the clock starts.
  const isFirst = activity?.quiz?.attempts.length === 0 && activity.quiz.attempts_left === null && activity.quiz.time_limit_minutes === null
  const beginsAtOnce = !onPhone && !activity?.quiz?.recorded && !activity?.quiz?.on_location && course?.status === 'busy' && isFirst
  const leavesAtOnce = goesOn !== undefined || (beginsAtOnce && !start.isError)
  useHeldView(isPending || leavesAtOnce)
  useEffect(() => {
    if (goesOn !== undefined) void navigate(attemptPath(goesOn), { replace: true })
    else if (beginsAtOnce) begin(undefined)
  }, [goesOn, beginsAtOnce, begin, navigate])

  if (isPending || leavesAtOnce) return <LoadingState shape="page" count={6} />
  if (error || !activity?.quiz) return <StepProblem error={error} participation={participation} course={course} onRetry={retry} />
  const { quiz } = activity
  const submitted = quiz.attempts.filter(({ status }) => status !== 'busy')
  const isPassed = activity.status === 'finished'
  const isOver = course?.status !== 'busy'
  // Passed too long ago: the server opened it again.
  const hasLapsed = activity.status === 'doing' && submitted[0]?.status === 'passed'
  const canStart = !isPassed && !isOver && !onPhone && !quiz.used_up
  const rules = [
    t('learning.quiz.rule_questions', { count: quiz.questions }),
    t('learning.quiz.rule_pass', { percentage: quiz.pass_percentage }),
    quiz.attempts_left === null ? t('learning.quiz.rule_endless') : t('learning.quiz.rule_attempts', { left: quiz.attempts_left }),
    quiz.time_limit_minutes !== null && t('learning.quiz.rule_time', { minutes: quiz.time_limit_minutes }),
    quiz.valid_days !== null && t('learning.quiz.rule_valid', { days: quiz.valid_days }),
    t(quiz.time_limit_minutes === null ? 'learning.quiz.rule_saved' : 'learning.quiz.rule_saved_timed'),
    t('learning.quiz.rule_final'),
    quiz.recorded && t('learning.quiz.rule_recorded'),
    quiz.on_location && t('learning.quiz.rule_on_location'),
  ].filter((rule) => rule !== false)

  return (
    <>
      <PageHeader
        title={activity.title}
        trail={trail}
        badge={
          // The same words as on the course's page: a failed quiz is not simply in progress.
          activity.status === 'doing' && submitted.length > 0 ? (
            <ToneChip tone="warning" icon="warning" label={t(hasLapsed ? 'learning.quiz.lapsed' : 'learning.quiz.failed')} />
          ) : (
            activity.status !== 'not_started' && <StatusChip of={activityStatuses} status={activity.status} />
          )
        }
      />
      <Stack sx={{ gap: 5 }}>
        {isPassed && <Alert severity="success">{t('learning.quiz.already_passed')}</Alert>}
        {!isPassed && !isOver && onPhone && (
          <ComputerNotice
            participation={participation}
            title={t('learning.quiz.phone_title')}
            text={[t('learning.quiz.phone_text'), course?.next_on_phone != null && t('learning.quiz.phone_read_on')]
              .filter(Boolean)
              .join(' ')}
          />
        )}
        {hasLapsed && !isOver && <Alert severity="warning">{t('learning.quiz.lapsed_text', { days: quiz.valid_days ?? 0 })}</Alert>}
        {!isPassed && <AttemptsLeft attempts={quiz} />}
        {activity.body && <RichText html={activity.body} />}
        {!isPassed && (
          <Section title={t('learning.quiz.rules')}>
            <Box component="ul" sx={{ m: 0, pl: 5, display: 'grid', gap: 2 }}>
              {rules.map((rule) => (
                <li key={rule}>{rule}</li>
              ))}
            </Box>
          </Section>
        )}
        {submitted.length > 0 && (
          <Section title={t('learning.quiz.attempts')}>
            {submitted.map((attempt) => (
              <Stack key={attempt.id} direction="row" sx={{ gap: 3, alignItems: 'center', flexWrap: 'wrap' }}>
                <Link component={RouterLink} to={resultPath(attempt.id)} sx={{ fontWeight: 550 }}>
                  {t('learning.quiz.attempt', { number: attempt.number })}
                </Link>
                <StatusChip of={attemptStatuses} status={attempt.status} />
                <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                  {[attempt.grade !== null && format.percent(attempt.grade), attempt.submitted_at && format.dateTime(attempt.submitted_at)]
                    .filter(Boolean)
                    .join(' · ')}
                </Typography>
              </Stack>
            ))}
          </Section>
        )}
      </Stack>
      <StepFooter
        back={{ label: t('learning.course.back'), onClick: () => void navigate(coursePath(participation)) }}
        main={
          canStart && quiz.recorded && !running ? (
            <SlotOutlet slot={recordedStartSlot} with={{ participation, activity: id }} />
          ) : canStart ? (
            <Button variant="contained" size="large" loading={start.isPending} onClick={() => start.mutate(undefined)}>
              {t(running ? 'learning.quiz.resume' : submitted.length ? 'learning.quiz.again' : 'learning.quiz.start')}
            </Button>
          ) : isPassed && next ? (
            <Button variant="contained" size="large" onClick={() => void navigate(activityPath(participation, next))}>
              {t('learning.richtext.next')}
            </Button>
          ) : undefined
        }
      />
    </>
  )
}

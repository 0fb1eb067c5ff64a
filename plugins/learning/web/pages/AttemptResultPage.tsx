import { Alert, Box, Button } from '@mui/material'
import { useNavigate } from 'react-router'
import { useT } from '#web/i18n'
import { LoadingState, PageHeader, SlotOutlet } from '#web/ui'
import { recordedResultSlot } from '#plugins/learning/contract/recording'
import { AttemptsLeft } from '../components/AttemptsLeft.js'
import { GradeSum } from '../components/GradeSum.js'
import { ScoreCard } from '../components/ScoreCard.js'
import { StepFooter } from '../components/StepFooter.js'
import { PageProblem } from '../components/StepProblem.js'
import { useStartAttempt } from '../components/use_start_attempt.js'
import { useStep } from '../components/use_step.js'
import { isPhoneOrTablet } from '../../contract/device.js'
import { activityPath, coursePath, feedbackPath } from '../paths.js'
import { useAttemptResult } from '../queries.js'
import { useIds } from '../use_ids.js'

/** The result of an attempt: passed or not, how many right, and what is next. */
export default function AttemptResultPage() {
  const t = useT()
  const { attempt } = useIds('attempt')
  const { data, error, isPending, refetch } = useAttemptResult(attempt)
  if (isPending) return <LoadingState shape="page" count={4} />
  if (error)
    return <PageProblem error={error} of="attempt" title={t('learning.quiz.result_failed_to_load')} onRetry={() => void refetch()} />
  return <Result result={data.data} />
}

type OwnResult = NonNullable<ReturnType<typeof useAttemptResult>['data']>['data']

function Result({ result }: { result: OwnResult }) {
  const t = useT()
  const navigate = useNavigate()
  const { course, next, trail } = useStep(result.participation, result.activity)
  const start = useStartAttempt(result.participation, result.activity)
  const isPassed = result.status === 'passed'
  const isRunning = course?.status === 'busy'
  // The score is high enough, but the attempt does not count: the examiners rejected it.
  const isRejected = result.recorded && !isPassed && (result.grade ?? 0) >= result.pass_percentage
  const mayRetry = !isPassed && !result.used_up && isRunning
  const canRetry = mayRetry && !isPhoneOrTablet()
  // A course that is over allows no new attempt.
  const failedText = t('learning.quiz.failed_text', { left: course && !isRunning ? 0 : (result.attempts_left ?? -1) })
  const toFeedback = () => void navigate(feedbackPath(result.id))
  const onward =
    isPassed && next && isRunning
      ? { label: t('learning.richtext.next'), to: activityPath(result.participation, next) }
      : { label: t('learning.course.back'), to: coursePath(result.participation) }
  const goOn = () => void navigate(onward.to)

  if (result.status === 'in_review')
    return (
      <>
        <PageHeader title={t('learning.quiz.result_title')} text={result.title} trail={trail} />
        <Alert severity="info">{t('learning.attempts.in_review_text')}</Alert>
        <Box sx={{ mt: 5 }}>
          <SlotOutlet slot={recordedResultSlot} with={{ attempt: result.id }} />
        </Box>
        <StepFooter
          main={
            <Button variant="contained" size="large" onClick={() => void navigate(coursePath(result.participation))}>
              {t('learning.course.back')}
            </Button>
          }
        />
      </>
    )

  return (
    <>
      <PageHeader title={t('learning.quiz.result_title')} text={result.title} trail={trail} />
      <ScoreCard
        grade={result.grade ?? 0}
        needed={result.pass_percentage}
        correct={result.correct_count}
        total={result.counted}
        passed={isPassed}
        title={t(isRejected ? 'learning.quiz.rejected' : isPassed ? 'learning.quiz.passed' : 'learning.quiz.failed')}
        text={
          isRejected
            ? t('learning.quiz.rejected_text')
            : isPassed
              ? t('learning.quiz.passed_text')
              : // Used-up attempts are explained below, with the date.
                mayRetry && !canRetry
                ? `${failedText} ${t('learning.quiz.again_on_computer')}`
                : failedText
        }
      />
      {result.recorded && (
        <Box sx={{ mt: 5 }}>
          <SlotOutlet slot={recordedResultSlot} with={{ attempt: result.id }} />
        </Box>
      )}
      {!result.counts && (
        <Alert severity="info" sx={{ mt: 5 }}>
          {t('learning.grade_sum.does_not_count')}
        </Alert>
      )}
      {result.counts && result.course_grade && (
        <Box sx={{ mt: 5 }}>
          <GradeSum sum={result.course_grade} />
        </Box>
      )}
      {!isPassed && result.used_up && (
        <Box sx={{ mt: 5 }}>
          <AttemptsLeft attempts={result} hideFeedback />
        </Box>
      )}
      {/* After failing: review first, then try again. After passing: continue. */}
      {isPassed ? (
        <StepFooter
          back={{ label: t('learning.quiz.see_feedback'), onClick: toFeedback }}
          main={
            <Button variant="contained" size="large" onClick={goOn}>
              {onward.label}
            </Button>
          }
        />
      ) : (
        <StepFooter
          back={
            canRetry ? { label: t('learning.quiz.again'), onClick: () => start.mutate(undefined) } : { label: onward.label, onClick: goOn }
          }
          main={
            <Button variant="contained" size="large" onClick={toFeedback}>
              {t('learning.quiz.see_mistakes')}
            </Button>
          }
        />
      )}
    </>
  )
}

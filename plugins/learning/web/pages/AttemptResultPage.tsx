import { Alert, AlertTitle, Button, Stack } from '@mui/material'
import { useNavigate } from 'react-router'
import { useT } from '#web/i18n'
import { LoadingState, PageHeader } from '#web/ui'
import { ScoreCard } from '../components/ScoreCard.js'
import { StepFooter } from '../components/StepFooter.js'
import { PageProblem } from '../components/StepProblem.js'
import { useStep } from '../components/use_step.js'
import { activityPath, coursePath, feedbackPath } from '../paths.js'
import { useAttemptResult } from '../queries.js'
import { useIds } from '../use_ids.js'
import type { AttemptResult } from '#plugins/learning/server/transformers/attempt_transformer'

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

function Result({ result }: { result: AttemptResult }) {
  const t = useT()
  const navigate = useNavigate()
  const { course, next, trail } = useStep(result.participation, result.activity)
  const isPassed = result.status === 'passed'
  const quiz = activityPath(result.participation, { id: result.activity, type: 'quiz' })
  const grade = result.grade ?? 0
  const canRetry = !isPassed && result.attempts_left !== 0 && course?.status === 'busy'
  const main = isPassed
    ? {
        label: next && course?.status === 'busy' ? t('learning.richtext.next') : t('learning.course.back'),
        to: next && course?.status === 'busy' ? activityPath(result.participation, next) : coursePath(result.participation),
      }
    : canRetry
      ? { label: t('learning.quiz.again'), to: quiz }
      : { label: t('learning.course.back'), to: coursePath(result.participation) }

  return (
    <>
      <PageHeader title={t('learning.quiz.result_title')} text={result.title} trail={trail} />
      <Stack sx={{ gap: 5 }}>
        <Alert severity={isPassed ? 'success' : 'warning'}>
          <AlertTitle>{t(isPassed ? 'learning.quiz.passed' : 'learning.quiz.failed')}</AlertTitle>
          {isPassed ? t('learning.quiz.passed_text') : t('learning.quiz.failed_text', { left: result.attempts_left ?? -1 })}
        </Alert>
        <ScoreCard grade={grade} needed={result.pass_percentage} correct={result.correct_count} total={result.questions.length} />
      </Stack>
      <StepFooter
        back={{ label: t('learning.quiz.see_feedback'), onClick: () => void navigate(feedbackPath(result.id)) }}
        main={
          <Button variant="contained" size="large" onClick={() => void navigate(main.to)}>
            {main.label}
          </Button>
        }
      />
    </>
  )
}

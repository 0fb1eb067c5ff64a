import { Button } from '@mui/material'
import { useEffect } from 'react'
import { Navigate, useNavigate } from 'react-router'
import type { AttemptResult } from '#plugins/learning/server/transformers/attempt_transformer'
import { api } from '#web/api'
import { useT } from '#web/i18n'
import { LoadingState, PageHeader } from '#web/ui'
import { QuestionReview } from '../components/QuestionReview.js'
import { StepFooter } from '../components/StepFooter.js'
import { PageProblem } from '../components/StepProblem.js'
import { useStartAttempt } from '../components/use_start_attempt.js'

import { useCourse, useAttemptResult } from '../queries.js'
import { isPhoneOrTablet } from '../../contract/device.js'
import { coursePath, resultPath } from '../paths.js'
import { useIds } from '../use_ids.js'

/** Question by question, wrong ones first: the given answer, the right one if the quiz shows it, the reason, and the lesson to read. */
export default function AttemptFeedbackPage() {
  const t = useT()
  const { attempt } = useIds('attempt')
  const { data, error, isPending, refetch } = useAttemptResult(attempt)
  if (isPending) return <LoadingState shape="page" count={6} />
  if (error)
    return <PageProblem error={error} of="attempt" title={t('learning.quiz.result_failed_to_load')} onRetry={() => void refetch()} />
  // Nothing was graded yet: the result page says what the person waits for.
  if (data.data.status === 'in_review') return <Navigate to={resultPath(attempt)} replace />
  return <Feedback result={data.data} />
}

function Feedback({ result }: { result: AttemptResult }) {
  const t = useT()
  const navigate = useNavigate()
  const course = useCourse(result.participation).data?.data
  const start = useStartAttempt(result.participation, result.activity)
  // Records that it was read, for supervisors; nothing here waits for it.
  useEffect(() => {
    void api.learning.attempts.feedbackSeen({ params: { attempt: result.id } }).catch(() => {})
  }, [result.id])
  const canRetry = result.status === 'failed' && !result.used_up && course?.status === 'busy' && !isPhoneOrTablet()
  const toCourse = () => void navigate(coursePath(result.participation))
  return (
    <>
      <PageHeader
        title={t('learning.quiz.feedback_title')}
        text={result.title}
        trail={[{ label: t('learning.quiz.result_title'), to: resultPath(result.id) }]}
      />
      <QuestionReview questions={result.questions} participation={result.participation} />
      <StepFooter
        {...(canRetry && { back: { label: t('learning.course.back'), onClick: toCourse } })}
        main={
          canRetry ? (
            <Button variant="contained" size="large" loading={start.isPending} onClick={() => start.mutate(undefined)}>
              {t('learning.quiz.again')}
            </Button>
          ) : (
            <Button variant="contained" size="large" onClick={toCourse}>
              {t('learning.course.back')}
            </Button>
          )
        }
      />
    </>
  )
}

import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { useT } from '#web/i18n'
import { useHeldView, usePageTitle } from '#web/shell'
import { useBusy } from '#web/session'
import { EmptyState, LoadingState, SlotOutlet } from '#web/ui'
import { recordedStartSlot } from '#plugins/learning/contract/recording'
import { AttemptForm } from '../components/AttemptForm.js'
import { PracticeForm } from '../components/PracticeForm.js'
import { PageProblem } from '../components/StepProblem.js'
import { resultPath } from '../paths.js'
import { useRunningAttempt } from '../queries.js'
import { useIds } from '../use_ids.js'

/** A running attempt. A submitted one redirects to its result. */
export default function AttemptPage() {
  const navigate = useNavigate()
  const t = useT()
  const { attempt } = useIds('attempt')
  const { data, error, isPending, refetch } = useRunningAttempt(attempt)
  usePageTitle(data?.data.title)
  const isSubmitted = error?.code === 'attempt_already_submitted'
  useHeldView(isPending || isSubmitted)
  // The time limit continues, so a person whose session ends meanwhile signs in again on this page.
  useBusy(Boolean(data) && !isSubmitted)
  useEffect(() => {
    if (isSubmitted) void navigate(resultPath(attempt), { replace: true })
  }, [isSubmitted, attempt, navigate])

  if (isPending || isSubmitted) return <LoadingState shape="page" count={5} />
  if (error?.code === 'safe_browser_required')
    return (
      <EmptyState
        asPage
        icon="lock"
        title={t('learning.quiz.other_browser')}
        text={t('learning.quiz.other_browser_text')}
        action={
          <SlotOutlet
            slot={recordedStartSlot}
            with={{ participation: Number(error.details.participation), activity: Number(error.details.activity) }}
          />
        }
      />
    )
  if (error)
    return <PageProblem error={error} of="attempt" title={t('learning.quiz.attempt_failed_to_load')} onRetry={() => void refetch()} />
  const Form = data.data.practice ? PracticeForm : AttemptForm
  return <Form key={attempt} attempt={data.data} />
}

import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { api, useApiQuery } from '#web/api'
import { useHeldView, usePageTitle } from '#web/shell'
import { ErrorState, LoadingState } from '#web/ui'
import { AttemptForm } from '../components/AttemptForm.js'
import { resultPath } from '../paths.js'
import { useIds } from '../use_ids.js'

/** A running attempt. One that was handed in leads to its result. */
export default function AttemptPage() {
  const navigate = useNavigate()
  const { attempt } = useIds('attempt')
  const { data, error, isPending, refetch } = useApiQuery(
    // Not under 'learning': what refreshes everything after a submit must not ask for a running attempt that is over.
    ['learning_running_attempt', attempt],
    () => api.learning.attempts.show({ params: { attempt } }),
    // The answers on the page are newer than what any refetch would bring.
    { staleTime: Infinity },
  )
  usePageTitle(data?.data.title)
  const isSubmitted = error?.code === 'attempt_already_submitted'
  useHeldView(isPending || isSubmitted)
  useEffect(() => {
    if (isSubmitted) void navigate(resultPath(attempt), { replace: true })
  }, [isSubmitted, attempt, navigate])

  if (isPending || isSubmitted) return <LoadingState shape="page" count={5} />
  if (error) return <ErrorState error={error} part="learning" onRetry={() => void refetch()} />
  return <AttemptForm key={attempt} attempt={data.data} />
}

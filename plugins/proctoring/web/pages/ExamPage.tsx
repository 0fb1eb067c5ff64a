import { useEffect } from 'react'
import { useNavigate, useParams } from 'react-router'
import { api, useApiQuery } from '#web/api'
import { useT } from '#web/i18n'
import { useHeldView } from '#web/shell'
import { ErrorState, LoadingState } from '#web/ui'

/** The start page of Safe Exam Browser: redirects to the participant's own quiz. */
export default function ExamPage() {
  const t = useT()
  const navigate = useNavigate()
  const { course = '', activity = '' } = useParams()
  const { data, error, refetch } = useApiQuery(['proctoring', 'exam', course, activity], () =>
    api.proctoring.browsers.start({ params: { course, activity } }),
  )
  const found = data?.data
  useHeldView(!error)
  useEffect(() => {
    if (found) void navigate(`/deelnemer/training/quiz/${found.participation}/${found.activity}`, { replace: true })
  }, [found, navigate])
  if (error)
    return <ErrorState asPage error={error} part="proctoring" title={t('proctoring.browser.no_exam')} onRetry={() => void refetch()} />
  return <LoadingState shape="page" count={4} />
}

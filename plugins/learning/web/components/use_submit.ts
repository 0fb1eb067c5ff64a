import { useState } from 'react'
import { useNavigate } from 'react-router'
import { api, useApiMutation, useErrorText } from '#web/api'
import { useT } from '#web/i18n'
import { resultPath } from '../paths.js'
import { REFRESH_ALL } from '../queries.js'

/**
 * Submits an attempt, once everything is saved.
 * @param saveAll whether everything is on the server now
 * @param onPassed where to continue after passing; otherwise the result, as after failing
 */
export function useSubmit(attempt: number, saveAll: () => Promise<boolean>, onPassed?: () => void) {
  const t = useT()
  const navigate = useNavigate()
  const { ofError } = useErrorText()
  const [failure, setFailure] = useState<string | null>(null)
  const toResult = () => void navigate(resultPath(attempt), { replace: true })
  const submit = useApiMutation(() => api.learning.attempts.submit({ params: { attempt } }), {
    refresh: REFRESH_ALL,
    onSuccess: ({ data }) => (data.status === 'passed' && onPassed ? onPassed() : toResult()),
    quiet: true,
    onError: (error) => {
      // Submitted twice, or from another tab: it is submitted.
      if (error.code === 'attempt_already_submitted') return toResult()
      const isKnown = error.status >= 400 && error.status < 500 && !error.isValidation
      setFailure(isKnown ? ofError(error, 'learning') : t('learning.errors.attempt_not_saved'))
    },
  })
  const handIn = async () => {
    setFailure(null)
    if (await saveAll()) submit.mutate(undefined)
    else setFailure(t('learning.errors.attempt_not_saved'))
  }
  return { handIn, failure, isPending: submit.isPending }
}

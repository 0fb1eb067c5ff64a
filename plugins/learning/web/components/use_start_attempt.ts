import { useNavigate } from 'react-router'
import { api, useApiMutation } from '#web/api'
import { isPhoneOrTablet } from '../../contract/device.js'
import { attemptPath } from '../paths.js'
import { REFRESH_ALL } from '../queries.js'

/** Starts an attempt, or continues the running one, replacing the current page in the history. If that fails, a toast says why. */
export function useStartAttempt(participation: number, activity: number) {
  const navigate = useNavigate()
  return useApiMutation(
    () => api.learning.attempts.start({ params: { participation, activity }, body: { touch_only: isPhoneOrTablet() } }),
    { refresh: REFRESH_ALL, onSuccess: ({ data }) => void navigate(attemptPath(data.id), { replace: true }) },
  )
}

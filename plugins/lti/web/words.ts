import { useCallback } from 'react'
import type { ApiError } from '#web/api'
import { useHasMessage, useT } from '#web/i18n'

/** Returns a text for a problem of a platform (`unreachable: …`) or a launch, with technical details in brackets. */
export function useProblemWords(): (problem: string | null) => string {
  const t = useT()
  const has = useHasMessage()
  return useCallback(
    (problem) => {
      const [, code = '', detail] = /^([a-z_]+)(?:: (.*))?$/s.exec(problem ?? '') ?? []
      const known = [`lti.problems.${code}`, `lti.refusals.${code}`].find((id) => code && has(id))
      if (!known) return problem ?? ''
      return detail ? `${t(known)} (${detail})` : t(known)
    },
    [t, has],
  )
}

/** Returns the reason for a refusal from a failed call. Pure. */
export const problemOf = ({ status, code }: Pick<ApiError, 'status' | 'code'>): string =>
  status === 429 ? 'too_many' : status === 413 || status === 422 ? 'token_malformed' : code

/** A reason in words; an unknown one is an invalid launch or an unreachable platform. */
export function useRefusalWords(): (reason: string) => string {
  const t = useT()
  const has = useHasMessage()
  return useCallback(
    (reason) => {
      const known = [`lti.refusals.${reason}`, `core.errors.${reason}`].find((id) => /^[a-z_]+$/.test(reason) && has(id))
      return t(known ?? 'lti.refusals.malformed')
    },
    [t, has],
  )
}

import { useCallback } from 'react'
import { useHasMessage, useT } from '#web/i18n'

/** What is wrong with a platform (`unreachable: …`) or with a launch, in words; what only a technician reads stands in brackets. */
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

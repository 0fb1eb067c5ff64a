import { useCallback } from 'react'
import { useFormat, useHasMessage, useT, type MessageValues } from '#web/i18n'
import { ApiError, type FieldError } from './api_error.js'

/** Texts for error codes: `<part>.errors.<code>` of the asking plugin, else core's, else the default. */
export function useErrorText() {
  const t = useT()
  const format = useFormat()
  const has = useHasMessage()

  const ofError = useCallback(
    (error: unknown, part?: string): string => {
      const code = error instanceof ApiError ? error.code : 'default'
      const minutes = error instanceof ApiError && error.retryAfter ? Math.max(1, Math.ceil(error.retryAfter / 60)) : 1
      const id = [part && `${part}.errors.${code}`, `core.errors.${code}`].find((candidate) => candidate && has(candidate))
      return t(id ?? 'core.errors.default', { minutes })
    },
    [t, has],
  )

  const ofField = useCallback(
    (error: FieldError, part?: string): string => {
      const meta = (error.meta ?? {}) as MessageValues
      const values = typeof meta.day === 'string' ? { ...meta, day: format.day(meta.day) } : meta
      const id = [part && `${part}.rules.${error.rule}`, `core.rules.${error.rule}`].find((candidate) => candidate && has(candidate))
      return t(id ?? 'core.rules.default', values)
    },
    [t, has, format],
  )

  return { ofError, ofField }
}

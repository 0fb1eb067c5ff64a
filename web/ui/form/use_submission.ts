import { useCallback, useEffect, useId, useMemo, useRef, useState } from 'react'
import { toApiError, useErrorText, type ApiError, type FieldError } from '#web/api'
import { useIsLeaving } from '#web/session'
import type { Check, FieldFacts, FormState, FormValues, KnownField } from './form_context.js'
import { placedAt, valueAt } from './values.js'

/** The store of a form's values: react-hook-form (<Form>, <Wizard>) or state (<PlainForm>). */
export interface ValueStore<V extends object> {
  values: V
  setValue: (name: string, value: unknown) => void
}

interface SubmissionOptions {
  /** Plugin whose `<part>.errors.…` and `<part>.rules.…` are tried before core's. */
  part?: string | undefined
  dirty: boolean
  control?: FormState['control']
}

export interface Submission {
  state: FormState
  /** ID of the summary, and prefix of every field's ID. */
  prefix: string
  fieldErrors: readonly FieldError[]
  failure: ApiError | null
  /** The fields that existed when the error occurred. */
  known: ReadonlyMap<string, KnownField>
  /** The current fields. */
  fields: () => ReadonlyMap<string, KnownField>
  /** Shows the errors; the first field with an error that exists gets the focus. */
  fail: (errors: readonly FieldError[], error: ApiError | null) => void
  forgive: () => void
  /** Checks, sends, and shows the errors. @returns the response, or null when it was refused */
  run: <A>(
    wrong: readonly Check[],
    send: () => PromiseLike<A>,
    onError?: (error: ApiError) => boolean | void,
  ) => Promise<{ answer: A } | null>
  submitting: boolean
}

/** Shared behaviour of all forms: errors at their fields, labels for the summary, the focus, one submission at a time. */
export function useSubmission<V extends object>(store: ValueStore<V>, { part, dirty, control }: SubmissionOptions): Submission {
  const prefix = useId()
  const { ofField } = useErrorText()
  const [fieldErrors, setFieldErrors] = useState<readonly FieldError[]>([])
  const [failure, setFailure] = useState<ApiError | null>(null)
  const [sending, setSending] = useState(false)
  const [sent, setSent] = useState(false)
  // A successful submission may navigate: until the next page is there, sending again would sign in twice.
  const isLeaving = useIsLeaving()
  const submitting = sending || (sent && isLeaving)
  const labels = useRef(new Map<string, KnownField>())
  const [known, setKnown] = useState<ReadonlyMap<string, KnownField>>(new Map())
  const attempts = useRef(0)
  const [attempt, setAttempt] = useState(0)
  const { values, setValue: keep } = store

  const idOf = useCallback((name: string) => `${prefix}${name}`, [prefix])
  const clearErrors = useCallback((name: string) => {
    setFieldErrors((errors) => errors.filter(({ field }) => field !== name && !field.startsWith(`${name}.`)))
  }, [])
  const setValue = useCallback(
    (name: string, value: unknown) => {
      keep(name, value)
      // Changing a field clears its error; it is checked again on submit.
      clearErrors(name)
    },
    [keep, clearErrors],
  )

  // Runs after the errors are rendered.
  useEffect(() => {
    if (!attempt) return
    const first = fieldErrors.find((error) => labels.current.has(error.field))
    document.getElementById(first ? idOf(first.field) : `${prefix}summary`)?.focus()
    // Only a new submission moves the focus, not the correction of a field.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [attempt])

  const fail = (errors: readonly FieldError[], error: ApiError | null) => {
    setKnown(new Map(labels.current))
    setFieldErrors(placedAt(errors, new Set(labels.current.keys())))
    setFailure(error)
    setAttempt(++attempts.current)
  }
  const forgive = () => {
    setFailure(null)
    setFieldErrors([])
  }
  const run: Submission['run'] = async (checks, send, onError) => {
    if (submitting) return null
    const wrong = checks.filter((result): result is FieldError => result !== false)
    if (wrong.length) {
      fail(wrong, null)
      return null
    }
    setSending(true)
    setSent(false)
    forgive()
    try {
      const answer = await send()
      setSent(true)
      return { answer }
    } catch (thrown) {
      const error = toApiError(thrown)
      if (!onError?.(error)) fail(error.fields, error)
      return null
    } finally {
      setSending(false)
    }
  }

  const state = useMemo<FormState>(
    () => ({
      values: values as FormValues,
      valueOf: (name) => valueAt(values, name),
      setValue,
      clearErrors,
      errorOf: (name) => {
        const error = fieldErrors.find((candidate) => candidate.field === name)
        return error && ofField(error, part)
      },
      register: (name: string, label: string, facts: FieldFacts = {}) => {
        labels.current.set(name, { label, ...facts })
        // Going back to a wizard's step with the error: the error is then shown at its field, and no longer above the fields too.
        if (fieldErrors.some(({ field }) => field === name)) setKnown((now) => (now.has(name) ? now : new Map(labels.current)))
        return () => void labels.current.delete(name)
      },
      idOf,
      submitting,
      dirty,
      ...(control && { control }),
    }),
    [values, setValue, clearErrors, fieldErrors, ofField, part, idOf, submitting, dirty, control],
  )
  const fields = useCallback(() => labels.current, [])
  return { state, prefix, fieldErrors, failure, known, fields, fail, forgive, run, submitting }
}

import { Alert, Box, Link, Stack } from '@mui/material'
import { lazy, Suspense, useCallback, useEffect, useId, useMemo, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { toApiError, useErrorText, type ApiError, type FieldError } from '#web/api'
import { useT } from '#web/i18n'
import { markUnsaved } from '#web/session'
import { dropDraft, readDraft, writeDraft } from './draft.js'
import { FormContext, type Check, type FormState, type FormValues } from './form_context.js'

const UnsavedDialog = lazy(() => import('./UnsavedDialog.js'))

export interface FormProps<V extends object, A> {
  /** Read once; later values come from the person. Give the form a `key` to start again. */
  initialValues: V
  /** Sends the values. What it throws is shown: beside the fields, or above the form. Nothing typed is lost. */
  onSubmit: (values: V) => PromiseLike<A>
  onSuccess?: (answer: A, values: V) => void
  /** Checked before sending; build it from `check`. */
  validate?: (values: V) => readonly Check[]
  /** Keeps a draft of what is typed in this tab under this key. */
  draftKey?: string
  /** Fields that never go into the draft, e.g. passwords. */
  neverDraft?: readonly (keyof V & string)[]
  /** Plugin whose `<part>.errors.…` and `<part>.rules.…` are tried before core's. */
  part?: string
  /** Asks before leaving with unsaved values. Off for search-like forms. */
  guard?: boolean
  /** Handles an error itself; true means that nothing more is shown. */
  onError?: (error: ApiError) => boolean | void
  /** Fields, and <FormActions> at the end. */
  children:
    ReactNode | ((form: { values: V; setValue: (name: keyof V & string, value: unknown) => void; submitting: boolean }) => ReactNode)
}

/** A form that talks to the server: errors land at their field, the first one takes the focus, typed work is kept. */
export function Form<V extends object, A>(props: FormProps<V, A>) {
  const { initialValues, onSubmit, onSuccess, validate, draftKey, neverDraft = [], part, guard = true, onError, children } = props
  const t = useT()
  const prefix = useId()
  const { ofError, ofField } = useErrorText()
  const [start] = useState(initialValues)
  const [values, setValues] = useState<V>(() => ({ ...initialValues, ...readDraft<V>(draftKey) }))
  const [fieldErrors, setFieldErrors] = useState<readonly FieldError[]>([])
  const [failure, setFailure] = useState<ApiError | null>(null)
  const [submitting, setSubmitting] = useState(false)
  const [saved, setSaved] = useState(false)
  const labels = useRef(new Map<string, string>())
  /** The fields that there were when something turned out wrong. */
  const [known, setKnown] = useState<ReadonlyMap<string, string>>(new Map())
  const attempts = useRef(0)
  const [attempt, setAttempt] = useState(0)
  const dirty = !saved && JSON.stringify(values) !== JSON.stringify(start)

  const idOf = useCallback((name: string) => `${prefix}${name}`, [prefix])
  const setValue = useCallback((name: string, value: unknown) => {
    setSaved(false)
    setValues((current) => ({ ...current, [name]: value }))
    // A field stops being wrong as soon as it is changed; it is judged again on sending.
    setFieldErrors((errors) => errors.filter((error) => error.field !== name))
  }, [])
  useEffect(() => {
    if (dirty) writeDraft(draftKey, values, neverDraft)
    // `neverDraft` is a literal in every form; a new array each render must not write each render.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [dirty, draftKey, values])

  // At once, and not when the code of the question has come: from the first letter on the page must not be left by itself.
  const holds = guard && dirty
  useEffect(() => (holds ? markUnsaved() : undefined), [holds])

  // After the errors are on the screen: the first wrong field that exists takes the focus.
  useEffect(() => {
    if (!attempt) return
    const first = fieldErrors.find((error) => labels.current.has(error.field))
    document.getElementById(first ? idOf(first.field) : `${prefix}summary`)?.focus()
    // Only a new attempt moves the focus, not the mending of a field.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [attempt])

  const fail = (errors: readonly FieldError[], error: ApiError | null) => {
    setKnown(new Map(labels.current))
    setFieldErrors(errors)
    setFailure(error)
    setAttempt(++attempts.current)
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (submitting) return
    const wrong = (validate?.(values) ?? []).filter((result): result is FieldError => result !== false)
    if (wrong.length) return fail(wrong, null)
    setSubmitting(true)
    setFailure(null)
    setFieldErrors([])
    try {
      const answer = await onSubmit(values)
      dropDraft(draftKey)
      setSaved(true)
      onSuccess?.(answer, values)
    } catch (thrown) {
      const error = toApiError(thrown)
      if (!onError?.(error)) fail(error.fields, error)
    } finally {
      setSubmitting(false)
    }
  }

  const state = useMemo<FormState>(
    () => ({
      values: values as FormValues,
      setValue,
      errorOf: (name) => {
        const error = fieldErrors.find((candidate) => candidate.field === name)
        return error && ofField(error, part)
      },
      register: (name, label) => {
        labels.current.set(name, label)
        return () => void labels.current.delete(name)
      },
      idOf,
      submitting,
      dirty,
    }),
    [values, setValue, fieldErrors, ofField, part, idOf, submitting, dirty],
  )

  const summary = fieldErrors.length > 1 || fieldErrors.some((error) => !known.has(error.field))
  return (
    <FormContext value={state}>
      <Box component="form" noValidate onSubmit={(event: FormEvent) => void submit(event)}>
        <Stack sx={{ gap: 4 }}>
          {/* What was wrong with fields is said no more once they are mended. */}
          {(failure && !failure.isValidation) || (summary && fieldErrors.length) ? (
            <Alert severity="error" id={`${prefix}summary`} tabIndex={-1}>
              {fieldErrors.length ? (
                <>
                  {t('core.form.summary', { count: fieldErrors.length })}
                  <Box component="ul" sx={{ m: 0, mt: 1, pl: 4 }}>
                    {fieldErrors.map((error) => (
                      <li key={`${error.field}.${error.rule}`}>
                        {known.has(error.field) ? (
                          <Link
                            href={`#${idOf(error.field)}`}
                            onClick={(event) => {
                              event.preventDefault()
                              document.getElementById(idOf(error.field))?.focus()
                            }}
                          >
                            {known.get(error.field)}
                          </Link>
                        ) : (
                          error.field
                        )}
                        {': '}
                        {ofField(error, part)}
                      </li>
                    ))}
                  </Box>
                </>
              ) : (
                ofError(failure, part)
              )}
            </Alert>
          ) : null}
          {typeof children === 'function' ? children({ values, setValue, submitting }) : children}
        </Stack>
        {guard && dirty && !submitting && (
          <Suspense fallback={null}>
            <UnsavedDialog />
          </Suspense>
        )}
      </Box>
    </FormContext>
  )
}

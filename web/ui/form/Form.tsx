import { Alert, Button } from '@mui/material'
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import type { ChangedMeanwhile } from '#core/contract/errors'
import type { ApiError } from '#web/api'
import { useT } from '#web/i18n'
import { dropDraft, writeDraft } from './draft.js'
import type { Check } from './form_context.js'
import { FormView } from './FormView.js'
import { MeanwhileNotice, type Meanwhile } from './MeanwhileNotice.js'
import { UnsavedGuard } from './UnsavedGuard.js'
import { useFormValues } from './use_form_values.js'
import { useSubmission } from './use_submission.js'
import { changesOf, mergeTheirs, type Changes } from './values.js'

/** The arguments of a save besides the values. */
export interface Save<V> {
  /** The version that the values were read with; the server refuses the save when the record has a newer one. */
  version: string | undefined
  /** Only what the person changed. */
  changes: Changes<V>
}

export interface FormProps<V extends object, A> {
  /** Read once; later values come from the person. Change the form's `key` to start again. May be nested and contain lists. */
  initialValues: V
  /** Version of the record that `initialValues` were read from; passed on in `save.version`. */
  version?: string
  /** The form's values of the record in the response to a refused save (409 changed_meanwhile). Needed with `version`. */
  valuesOf?: (current: Readonly<Record<string, unknown>>) => V
  /** Sends the values. Errors are shown beside the fields or above the form, and typed values are kept. */
  onSubmit: (values: V, save: Save<V>) => PromiseLike<A>
  /** Returns the values to continue with when the form stays open: those of the saved record. */
  onSuccess?: (answer: A, values: V) => { values: V; version?: string } | void
  /** Checked before sending; build it from `check`. */
  validate?: (values: V) => readonly Check[]
  /** Keeps typed values over a reload, for this person in this company; never a password. */
  draftKey?: string
  /** Plugin whose `<part>.errors.…` and `<part>.rules.…` are tried before core's. */
  part?: string
  /** Asks before leaving with unsaved values. Off for search-like forms. */
  guard?: boolean
  /** Handles an error itself; true means that nothing more is shown. */
  onError?: (error: ApiError) => boolean | void
  /** Fields, and <FormActions> at the end. */
  children: ReactNode | ((form: { values: V; setValue: (name: string, value: unknown) => void; submitting: boolean }) => ReactNode)
}

/**
 * A form that talks to the server: errors appear at their fields, the first one gets the focus, typed values are kept. When somebody else
 * saved meanwhile, both versions are shown side by side, field by field.
 */
export function Form<V extends object, A>(props: FormProps<V, A>) {
  const { initialValues, version, valuesOf, onSubmit, onSuccess, validate, draftKey, part, guard = true, onError, children } = props
  const t = useT()
  const store = useFormValues(initialValues, version, draftKey)
  const { values, base, setBase, replace, control } = store
  const [restored, setRestored] = useState(store.restored !== null && store.dirty)
  const [meanwhile, setMeanwhile] = useState<Meanwhile | null>(null)
  const [saved, setSaved] = useState<V | null>(null)
  const dirty = store.dirty && values !== saved
  const submission = useSubmission(store, { part, dirty, control })
  const { fields, submitting, state } = submission

  useEffect(() => {
    if (!dirty) return dropDraft(draftKey)
    const secret = [...fields()].filter(([, field]) => field.secret).map(([name]) => name.split('.').at(-1)!)
    writeDraft(draftKey, { values, base: base.values, version: base.version }, new Set(secret))
  }, [dirty, draftKey, values, base, fields])
  // A reload does not run this cleanup. A person who leaves a guarded form in another way was asked first and wants the draft deleted. While
  // it is sent nobody is asked: without a network that takes a while and then fails, and the draft is all that is left.
  const sending = useRef(false)
  useEffect(() => (guard ? () => void (sending.current || dropDraft(draftKey)) : undefined), [guard, draftKey])

  const showTheirs = (error: ApiError): boolean => {
    const theirs = error.details as Partial<ChangedMeanwhile>
    if (error.code !== 'changed_meanwhile' || !valuesOf || !theirs.current || !theirs.version) return false
    const current = valuesOf(theirs.current)
    const merged = mergeTheirs(values, base.values, current)
    replace(merged.values)
    setBase({ values: current, version: theirs.version })
    setMeanwhile({ by: theirs.by ?? null, at: theirs.at ?? null, differences: merged.differences })
    return true
  }
  const submit = async () => {
    const save = { version: base.version, changes: changesOf(values, base.values) }
    const send = async () => {
      sending.current = true
      try {
        return await onSubmit(values, save)
      } finally {
        sending.current = false
      }
    }
    const sent = await submission.run(validate?.(values) ?? [], send, (error) => onError?.(error) || showTheirs(error))
    if (!sent) return
    dropDraft(draftKey)
    setRestored(false)
    setMeanwhile(null)
    setSaved(values)
    const next = onSuccess?.(sent.answer, values)
    if (!next) return
    setBase({ values: next.values, version: next.version })
    replace(next.values)
  }
  const startAgain = () => {
    setRestored(false)
    setBase({ values: initialValues, version })
    replace(initialValues)
    submission.forgive()
  }
  // react-hook-form notifies right after the first render. If the fields were rendered again, each form would cost twice, in one task of
  // its commit.
  const drawn = useMemo(
    () => (typeof children === 'function' ? children({ values, setValue: state.setValue, submitting }) : children),
    [children, values, state.setValue, submitting],
  )
  return (
    <FormView
      submission={submission}
      part={part}
      onSubmit={() => void submit()}
      // Directly above the buttons, because the person just pressed one: it must not appear out of view.
      beforeActions={meanwhile && <MeanwhileNotice meanwhile={meanwhile} fields={fields()} />}
      notice={
        restored && (
          <Alert severity="info" action={<Button onClick={startAgain}>{t('core.form.start_again')}</Button>}>
            {t('core.form.restored')}
          </Alert>
        )
      }
    >
      {drawn}
      <UnsavedGuard when={guard && dirty} saving={submitting} />
    </FormView>
  )
}

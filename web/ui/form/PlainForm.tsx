import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { dropDraft, readDraft, writeDraft } from './draft.js'
import type { Check } from './form_context.js'
import { FormView } from './FormView.js'
import { useSubmission } from './use_submission.js'
import { isSame, withValueAt } from './values.js'

export interface PlainFormProps<V extends object, A> {
  /** Read once; later values come from the person. */
  initialValues: V
  /** Sends the values. Errors are shown beside the fields or above the form, and typed values are kept. */
  onSubmit: (values: V) => PromiseLike<A>
  onSuccess?: (answer: A, values: V) => void
  /** Checked before sending; build it from `check`. */
  validate?: (values: V) => readonly Check[]
  /** Keeps a draft of the typed values in this tab under this key, without password fields. */
  draftKey?: string
  /** Fields besides passwords that are never stored in the draft. */
  neverDraft?: readonly (keyof V & string)[]
  /**
   * The current step of a form in steps. An Enter pressed while a step was being sent is meant for the next one, if its input is there by
   * then; otherwise it is ignored.
   */
  step?: string
  children: ReactNode | ((form: { values: V }) => ReactNode)
}

/**
 * A form that asks for a password or the like and edits no record, such as signing in. It is part of a first visit, so it does without
 * react-hook-form. Everything else is a <Form>.
 */
export function PlainForm<V extends object, A>(props: PlainFormProps<V, A>) {
  const { initialValues, onSubmit, onSuccess, validate, draftKey, neverDraft = [], step, children } = props
  const [start] = useState(initialValues)
  const [values, setValues] = useState<V>(() => ({ ...initialValues, ...readDraft<V>(draftKey)?.values }))
  const [setValue] = useState(() => (name: string, value: unknown) => setValues((current) => withValueAt(current, name, value)))
  const dirty = !isSame(values, start)
  const submission = useSubmission({ values, setValue }, { dirty })
  const { fields, submitting } = submission
  useEffect(() => {
    if (!dirty) return
    const secret = [...fields()].filter(([, field]) => field.secret).map(([name]) => name)
    writeDraft(draftKey, { values }, new Set([...secret, ...neverDraft]))
    // `neverDraft` is a new array literal in each render and must not cause a write each time.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [dirty, draftKey, values, fields])

  const stepSent = useRef(step)
  const hasEntered = useRef(false)
  const submit = async () => {
    stepSent.current = step
    const sent = await submission.run(validate?.(values) ?? [], () => onSubmit(values))
    if (!sent) return
    dropDraft(draftKey)
    onSuccess?.(sent.answer, values)
  }
  // After the next step is rendered, because only then its values and checks are known; before it is painted, so that its button is busy
  // from the start.
  useLayoutEffect(() => {
    if (submitting || !hasEntered.current) return
    hasEntered.current = false
    if (step !== stepSent.current && !validate?.(values).some(Boolean)) void submit()
  })
  return (
    <FormView
      submission={submission}
      onSubmit={() => void submit()}
      onEnterMeanwhile={step === undefined ? undefined : () => void (hasEntered.current = true)}
    >
      {typeof children === 'function' ? children({ values }) : children}
    </FormView>
  )
}

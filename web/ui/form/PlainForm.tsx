import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { dropDraft, readDraft, writeDraft } from './draft.js'
import type { Check } from './form_context.js'
import { FormView } from './FormView.js'
import { useSubmission } from './use_submission.js'
import { isSame, withValueAt } from './values.js'

export interface PlainFormProps<V extends object, A> {
  /** Read once; later values come from the person. */
  initialValues: V
  /** Sends the values. What it throws is shown: beside the fields, or above the form. Nothing typed is lost. */
  onSubmit: (values: V) => PromiseLike<A>
  onSuccess?: (answer: A, values: V) => void
  /** Checked before sending; build it from `check`. */
  validate?: (values: V) => readonly Check[]
  /** Keeps a draft of what is typed in this tab under this key; never what a password field holds. */
  draftKey?: string
  /** Fields beside those of kind password that never go into the draft. */
  neverDraft?: readonly (keyof V & string)[]
  /**
   * Of a form in steps: which of them it shows. An Enter that came while one was being sent is for the next one, if what that asks for is
   * there by then; otherwise it was one too many.
   */
  step?: string
  children: ReactNode | ((form: { values: V }) => ReactNode)
}

/**
 * A form that asks for a password or the like and edits no record: signing in. It is what a first visit
 * loads, so it goes without react-hook-form. Everything else is a <Form>.
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
    // `neverDraft` is a literal in every form; a new array each render must not write each render.
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
  // Once the next step is drawn, as only then its values and checks are known; before it is seen, so that its button is busy from the start.
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

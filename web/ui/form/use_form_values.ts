import { useCallback, useState } from 'react'
import { useForm, useWatch, type Control } from 'react-hook-form'
import { readDraft, type Draft } from './draft.js'
import type { FormValues } from './form_context.js'
import type { ValueStore } from './use_submission.js'
import { isSame } from './values.js'

interface FormValueStore<V extends object> extends ValueStore<V> {
  control: Control<FormValues>
  /** The values to compare with, and their version. */
  base: { values: V; version: string | undefined }
  setBase: (base: { values: V; version: string | undefined }) => void
  replace: (values: V) => void
  dirty: boolean
  /** The draft from before a reload. */
  restored: Draft<V> | null
}

/** The values of <Form> and <Wizard>: react-hook-form under the inputs, started from the draft when there is one. */
export function useFormValues<V extends object>(
  initialValues: V,
  version: string | undefined,
  draftKey: string | undefined,
): FormValueStore<V> {
  const [restored] = useState(() => readDraft<V>(draftKey))
  const [base, setBase] = useState(() => ({ values: restored?.base ?? initialValues, version: restored?.version ?? version }))
  const [start] = useState(() => ({ ...initialValues, ...restored?.values }) as FormValues)
  const { control, setValue: keep, reset } = useForm<FormValues>({ defaultValues: start })
  const values = useWatch({ control }) as V
  const setValue = useCallback((name: string, value: unknown) => keep(name, value), [keep])
  const replace = useCallback((next: V) => reset(next as FormValues), [reset])
  return { values, setValue, control, base, setBase, replace, dirty: !isSame(values, base.values), restored }
}

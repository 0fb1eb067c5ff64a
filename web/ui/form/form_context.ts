import { createContext, useContext } from 'react'
import type { FieldError } from '#web/api'

export type FormValues = Record<string, unknown>

export interface FormState {
  values: FormValues
  setValue: (name: string, value: unknown) => void
  /** Words about a field, or undefined when it is right. */
  errorOf: (name: string) => string | undefined
  /** Fields make themselves known, so that the summary can name them and the first wrong one can take the focus. */
  register: (name: string, label: string) => () => void
  idOf: (name: string) => string
  submitting: boolean
  /** Whether anything differs from the beginning. */
  dirty: boolean
}

export const FormContext = createContext<FormState | null>(null)

/** The form around a field. Only for building new kinds of fields. */
export function useFormState(): FormState {
  const form = useContext(FormContext)
  if (!form) throw new Error('A form field stands outside a <Form>')
  return form
}

/** Rules that the browser checks before sending, with the same codes as the server's. */
export type Check = FieldError | false

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/

/** `validate={(v) => [check.required(v, 'name'), check.email(v, 'email')]}` */
export const check = {
  required: (values: object, field: string): Check => {
    const value = (values as FormValues)[field]
    const empty =
      value === undefined ||
      value === null ||
      value === false ||
      (typeof value === 'string' && value.trim() === '') ||
      (Array.isArray(value) && value.length === 0)
    return empty && { field, rule: 'required' }
  },
  email: (values: object, field: string): Check => {
    const value = (values as FormValues)[field]
    return typeof value === 'string' && value !== '' && !EMAIL.test(value.trim()) && { field, rule: 'email' }
  },
  minLength: (values: object, field: string, min: number): Check => {
    const value = (values as FormValues)[field]
    return typeof value === 'string' && value.length < min && { field, rule: 'minLength', meta: { min } }
  },
  /** For rules of your own: `check.when(values.a === values.b, 'b', 'same')`; words: `<part>.rules.same`. */
  when: (wrong: boolean, field: string, rule: string): Check => wrong && { field, rule },
}

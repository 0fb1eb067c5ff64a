import { createContext, useContext, type ReactNode } from 'react'
import type { Control } from 'react-hook-form'
import type { FieldError } from '#web/api'
import { valueAt } from './values.js'

export type FormValues = Record<string, unknown>

export interface FieldFacts {
  /** Never stored in a draft: passwords. */
  secret?: boolean
  /** Formats a value that is not shown as it is, such as the label of an option. */
  write?: (value: unknown) => string
}

export interface KnownField extends FieldFacts {
  label: string
}

export interface FormState {
  values: FormValues
  /** @param name a path, `core.city`, where values are nested */
  valueOf: (name: string) => unknown
  setValue: (name: string, value: unknown) => void
  /** The error text of a field, or undefined when it has none. */
  errorOf: (name: string) => string | undefined
  /** Clears the errors of a field and of everything in it. */
  clearErrors: (name: string) => void
  /** Fields register themselves, so that the summary can name them and the first invalid one can get the focus. */
  register: (name: string, label: string, facts?: FieldFacts) => () => void
  idOf: (name: string) => string
  submitting: boolean
  /** Whether any value differs from the initial ones. */
  dirty: boolean
  /** Shown above the buttons at the end of the form: what to know before pressing them again. */
  notice?: ReactNode
  /** From react-hook-form, for repeated fields; a <PlainForm> has none. */
  control?: Control<FormValues>
}

export const FormContext = createContext<FormState | null>(null)

/** The state of the surrounding form. Only for building new kinds of fields. */
export function useFormState(): FormState {
  const form = useContext(FormContext)
  if (!form) throw new Error('A form field stands outside a <Form>')
  return form
}

/** Rules that the browser checks before sending, with the same codes as the server's. */
export type Check = FieldError | false

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/

/** `validate={(v) => [check.required(v, 'name'), check.email(v, 'email')]}`; fields are paths. */
export const check = {
  required: (values: object, field: string): Check => {
    const value = valueAt(values, field)
    const empty =
      value === undefined ||
      value === null ||
      value === false ||
      (typeof value === 'string' && value.trim() === '') ||
      (Array.isArray(value) && value.length === 0)
    return empty && { field, rule: 'required' }
  },
  email: (values: object, field: string): Check => {
    const value = valueAt(values, field)
    return typeof value === 'string' && value !== '' && !EMAIL.test(value.trim()) && { field, rule: 'email' }
  },
  minLength: (values: object, field: string, min: number): Check => {
    const value = valueAt(values, field)
    return typeof value === 'string' && value.length < min && { field, rule: 'minLength', meta: { min } }
  },
  /** For rules of your own: `check.when(values.a === values.b, 'b', 'same')`; text: `<part>.rules.same`. */
  when: (wrong: boolean, field: string, rule: string): Check => wrong && { field, rule },
}

import { createContext, useContext, type ReactNode } from 'react'
import type { Control } from 'react-hook-form'
import type { FieldError } from '#web/api'
import { valueAt } from './values.js'

export type FormValues = Record<string, unknown>

export interface FieldFacts {
  /** Never kept in a draft: passwords. */
  secret?: boolean
  /** Words for a value, where it is not shown as it is: the label of a choice. */
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
  /** Words about a field, or undefined when it is right. */
  errorOf: (name: string) => string | undefined
  /** Forgets what was wrong in a field and in all that is in it. */
  clearErrors: (name: string) => void
  /** Fields make themselves known, so that the summary can name them and the first wrong one can take the focus. */
  register: (name: string, label: string, facts?: FieldFacts) => () => void
  idOf: (name: string) => string
  submitting: boolean
  /** Whether anything differs from the beginning. */
  dirty: boolean
  /** Stands above the buttons that end the form: what to know before pressing them once more. */
  notice?: ReactNode
  /** Of react-hook-form, for repeated fields; a <PlainForm> has none. */
  control?: Control<FormValues>
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
  /** For rules of your own: `check.when(values.a === values.b, 'b', 'same')`; words: `<part>.rules.same`. */
  when: (wrong: boolean, field: string, rule: string): Check => wrong && { field, rule },
}

import { FormControl, FormHelperText, FormLabel } from '@mui/material'
import { useEffect, type ReactNode } from 'react'
import { useT } from '#web/i18n'
import { useFormState, type FieldFacts } from './form_context.js'

export interface FieldProps {
  /** The key in the form's values and in the server's errors. */
  name: string
  label: string
  /** A text on what to enter or why it is asked; always visible. */
  help?: string
  required?: boolean
  disabled?: boolean
}

interface FieldFrameProps extends FieldProps, FieldFacts {
  /** For radio groups and the like, whose label is not a <label>. */
  group?: boolean
  children: ReactNode
}

/** The frame of a field: label above it, help and error below. */
export function FieldFrame({
  name,
  label,
  help,
  required = false,
  disabled = false,
  group = false,
  secret = false,
  write,
  children,
}: FieldFrameProps) {
  const t = useT()
  const { errorOf, register, idOf } = useFormState()
  const error = errorOf(name)
  const id = idOf(name)
  // An object literal in every field, so the effect depends on its parts only.
  // eslint-disable-next-line react-hooks/exhaustive-deps
  useEffect(() => register(name, label, { secret, ...(write && { write }) }), [register, name, label, secret])
  return (
    <FormControl component={group ? 'fieldset' : 'div'} fullWidth error={Boolean(error)} disabled={disabled}>
      <FormLabel sx={{ mb: 1 }} {...(group ? { component: 'legend' as const } : { component: 'label' as const, htmlFor: id })}>
        {label}
        {!required && <span> {t('core.form.optional')}</span>}
      </FormLabel>
      {children}
      {(error || help) && (
        <FormHelperText id={`${id}-help`} role={error ? 'alert' : undefined}>
          {error ?? help}
        </FormHelperText>
      )}
    </FormControl>
  )
}

/** Attributes that link the control to its label, help and error. */
export function useControl(name: string, help?: string) {
  const { errorOf, idOf, valueOf, setValue } = useFormState()
  const error = errorOf(name)
  const id = idOf(name)
  return {
    id,
    value: valueOf(name),
    setValue: (value: unknown) => setValue(name, value),
    invalid: Boolean(error),
    describedBy: error || help ? `${id}-help` : undefined,
  }
}

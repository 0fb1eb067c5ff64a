import { IconButton, InputAdornment, OutlinedInput } from '@mui/material'
import { useState, type ReactNode } from 'react'
import { useT } from '#web/i18n'
import VisibilityOffOutlined from '@mui/icons-material/VisibilityOffOutlined'
import VisibilityOutlined from '@mui/icons-material/VisibilityOutlined'
import { FieldFrame, useControl, type FieldProps } from './Field.js'
import { severalLines, severalLinesInput } from './several_lines.js'

export interface TextInputProps extends FieldProps {
  /** No `date`: the browser would use the order of its own language instead of the page's. */
  type?: 'text' | 'email' | 'tel' | 'url' | 'number' | 'password'
  /** Lets browsers and password managers fill it in: `email`, `current-password`, `given-name` … */
  autoComplete?: string
  /** Number of lines, for more than one. */
  rows?: number
  autoFocus?: boolean
  readOnly?: boolean
  maxLength?: number
  placeholder?: string
  inputMode?: 'text' | 'numeric' | 'decimal' | 'email' | 'tel'
  /** Shown in the field after the text: a unit such as "dagen". */
  suffix?: ReactNode
}

/** One line of text, several lines, a number, or a password that can be made visible. */
export function TextInput(props: TextInputProps) {
  const { type = 'text', autoComplete, rows, autoFocus, readOnly, maxLength, placeholder, inputMode, suffix, ...field } = props
  const t = useT()
  const control = useControl(field.name, field.help)
  const [visible, setVisible] = useState(false)
  const password = type === 'password'
  return (
    <FieldFrame {...field} secret={password}>
      <OutlinedInput
        id={control.id}
        name={field.name}
        type={password && visible ? 'text' : type}
        value={control.value ?? ''}
        onChange={(event) => control.setValue(event.target.value)}
        required={field.required ?? false}
        autoFocus={autoFocus ?? false}
        readOnly={readOnly ?? false}
        {...(autoComplete && { autoComplete })}
        {...(placeholder && { placeholder })}
        {...(rows && severalLines(rows))}
        slotProps={{
          input: {
            'aria-describedby': control.describedBy,
            'aria-invalid': control.invalid,
            ...(maxLength && { maxLength }),
            ...(inputMode && { inputMode }),
            ...(rows && severalLinesInput(rows)),
            ...((type === 'email' || password) && { autoCapitalize: 'none', spellCheck: false }),
          },
        }}
        endAdornment={
          password ? (
            <InputAdornment position="end">
              <IconButton edge="end" onClick={() => setVisible(!visible)} aria-pressed={visible} aria-label={t('core.form.show_password')}>
                {visible ? <VisibilityOffOutlined fontSize="small" /> : <VisibilityOutlined fontSize="small" />}
              </IconButton>
            </InputAdornment>
          ) : (
            suffix && <InputAdornment position="end">{suffix}</InputAdornment>
          )
        }
      />
    </FieldFrame>
  )
}

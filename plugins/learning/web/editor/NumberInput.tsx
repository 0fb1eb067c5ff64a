import { InputAdornment, OutlinedInput } from '@mui/material'
import { FieldFrame, useControl, type FieldProps } from '#web/ui'

interface NumberInputProps extends FieldProps {
  suffix?: string
  /** `any` also accepts decimals and negative values. */
  step?: 'any'
}

/** A whole number or none. */
export function NumberInput({ suffix, step, ...field }: NumberInputProps) {
  const { id, value, setValue, invalid, describedBy } = useControl(field.name, field.help)
  return (
    <FieldFrame {...field}>
      <OutlinedInput
        id={id}
        type="number"
        value={value ?? ''}
        onChange={(event) => setValue(event.target.value === '' ? null : Number(event.target.value))}
        endAdornment={suffix && <InputAdornment position="end">{suffix}</InputAdornment>}
        slotProps={{
          input: {
            'aria-describedby': describedBy,
            'aria-invalid': invalid,
            ...(step ? { step } : { min: 0, step: 1, inputMode: 'numeric' as const }),
          },
        }}
      />
    </FieldFrame>
  )
}

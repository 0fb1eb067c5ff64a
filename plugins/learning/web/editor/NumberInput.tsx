import { InputAdornment, OutlinedInput } from '@mui/material'
import { FieldFrame, useControl, type FieldProps } from '#web/ui'

/** A whole number or none. */
export function NumberInput({ suffix, ...field }: FieldProps & { suffix?: string }) {
  const { id, value, setValue, invalid, describedBy } = useControl(field.name, field.help)
  return (
    <FieldFrame {...field}>
      <OutlinedInput
        id={id}
        type="number"
        value={value ?? ''}
        onChange={(event) => setValue(event.target.value === '' ? null : Number(event.target.value))}
        endAdornment={suffix && <InputAdornment position="end">{suffix}</InputAdornment>}
        slotProps={{ input: { 'aria-describedby': describedBy, 'aria-invalid': invalid, min: 0, step: 1, inputMode: 'numeric' } }}
      />
    </FieldFrame>
  )
}

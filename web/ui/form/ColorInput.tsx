import { Box, InputAdornment, OutlinedInput } from '@mui/material'
import { parseHex, toHex } from '#themes/color'
import { FieldFrame, useControl, type FieldProps } from './Field.js'

/** A HEX colour, typed or picked. */
export function ColorInput(field: FieldProps) {
  const { id, value, setValue, describedBy, invalid } = useControl(field.name, field.help)
  const text = (value as string | undefined) ?? ''
  const rgb = parseHex(text)
  return (
    <FieldFrame {...field}>
      <OutlinedInput
        id={id}
        name={field.name}
        value={text}
        onChange={(event) => setValue(event.target.value)}
        slotProps={{ input: { 'aria-describedby': describedBy, 'aria-invalid': invalid, spellCheck: false, maxLength: 7 } }}
        startAdornment={
          <InputAdornment position="start">
            <Box
              component="input"
              type="color"
              aria-label={field.label}
              value={rgb ? toHex(rgb) : '#000000'}
              onChange={(event) => setValue(event.currentTarget.value)}
              sx={{
                width: 28,
                height: 28,
                p: 0,
                border: '1px solid',
                borderColor: 'divider',
                borderRadius: '6px',
                bgcolor: 'transparent',
                cursor: 'pointer',
              }}
            />
          </InputAdornment>
        }
      />
    </FieldFrame>
  )
}

import { Box, Stack } from '@mui/material'
import { FieldFrame, useControl, type FieldProps } from '#web/ui'

const STEPS = ['1', '2', '3', '4', '5']

/**
 * One to five, as five big buttons that are radios: arrow keys and screen readers work as in any group. The question's text says what 1 and
 * 5 mean.
 */
export function ScaleInput(field: FieldProps) {
  const { id, value, setValue, describedBy } = useControl(field.name, field.help)
  return (
    <FieldFrame {...field} group>
      <Stack direction="row" role="radiogroup" aria-describedby={describedBy} aria-label={field.label} sx={{ gap: 2, maxWidth: 360 }}>
        {STEPS.map((step, index) => (
          <Box
            component="label"
            key={step}
            sx={({ surfaces }) => ({
              flex: 1,
              minHeight: 48,
              display: 'grid',
              placeItems: 'center',
              position: 'relative',
              borderRadius: '8px',
              border: 1,
              borderColor: surfaces.controlBorder,
              bgcolor: 'background.paper',
              fontWeight: 600,
              cursor: 'pointer',
              '&:has(input:checked)': { bgcolor: 'primary.main', color: 'primary.contrastText', borderColor: 'primary.main' },
              '&:has(input:focus-visible)': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: 2 },
            })}
          >
            <Box
              component="input"
              type="radio"
              name={`${id}-scale`}
              value={step}
              checked={value === step}
              onChange={() => setValue(step)}
              {...(index === 0 && { id })}
              sx={{ position: 'absolute', inset: 0, opacity: 0, m: 0, cursor: 'pointer' }}
            />
            {step}
          </Box>
        ))}
      </Stack>
    </FieldFrame>
  )
}

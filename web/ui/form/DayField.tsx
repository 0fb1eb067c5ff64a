import { Box } from '@mui/material'
import { DatePicker } from '@mui/x-date-pickers/DatePicker'
import { DateTime } from 'luxon'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { CalendarWords } from './CalendarWords.js'
import { dayFormat } from './day_format.js'
import { useControl } from './Field.js'
import type { DayInputProps } from './DayInput.js'

const dayOf = (value: unknown): DateTime | null => (typeof value === 'string' && value ? DateTime.fromISO(value) : null)

/** The field and the calendar of a <DayInput>, which loads this module. */
export default function DayField({ name, label, help, disabled = false, required = false, min, max }: DayInputProps) {
  const { locale } = useIntl()
  const { id, value, setValue, describedBy, invalid } = useControl(name, help)
  // The picker keeps a half-typed date, which has no value; a value from outside replaces it.
  const [own, setOwn] = useState({ value, day: dayOf(value) })
  const day = own.value === value ? own.day : dayOf(value)

  const keep = (next: unknown, picked: DateTime | null) => {
    setOwn({ value: next, day: picked })
    setValue(next)
  }
  const typed = () => (document.getElementById(id) as HTMLInputElement | null)?.value ?? ''
  return (
    <CalendarWords>
      <Box
        onBlur={() => {
          const half = day?.isValid ? '' : typed()
          if (half && half !== value) keep(half, day)
          else if (!half && !day && value) keep(null, null)
        }}
      >
        <DatePicker
          value={day}
          onChange={(next) => keep(next ? (next.isValid ? next.toISODate() : 'invalid') : null, next)}
          format={dayFormat(locale)}
          disabled={disabled}
          {...(min && { minDate: DateTime.fromISO(min) })}
          {...(max && { maxDate: DateTime.fromISO(max) })}
          slotProps={{
            textField: {
              id,
              name,
              required,
              hiddenLabel: true,
              fullWidth: true,
              error: invalid,
              sx: {
                '& .MuiPickersOutlinedInput-root': { bgcolor: 'background.paper', px: '12px', minHeight: 44 },
                // MUI renders the placeholder at 42 % opacity, which is too faint to read.
                '&& .MuiPickersSectionList-root.MuiPickersSectionList-root': {
                  py: '10px',
                  lineHeight: '24px',
                  opacity: 1,
                  color: day ? 'text.primary' : 'text.secondary',
                },
                '& .MuiPickersInputBase-sectionContent': { lineHeight: '24px' },
                '& .MuiPickersOutlinedInput-root:not(.Mui-focused, .Mui-error) .MuiPickersOutlinedInput-notchedOutline': {
                  borderColor: (theme) => theme.surfaces.controlBorder,
                },
              },
              slotProps: { input: { 'aria-label': label, 'aria-labelledby': undefined, 'aria-describedby': describedBy } },
            },
            field: { clearable: !required },
            popper: { 'aria-label': label, sx: { zIndex: 'modal' } },
          }}
        />
      </Box>
    </CalendarWords>
  )
}

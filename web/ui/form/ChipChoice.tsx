import { Chip, Stack } from '@mui/material'
import type { Option } from './choice_inputs.js'

export interface ChipChoiceProps {
  /** Name of the group for screen readers. */
  label: string
  options: readonly Option[]
  value: string
  onChoose: (value: string) => void
  describedBy?: string | undefined
}

/** A row of chips of which one can be chosen with a single press. */
export function ChipChoice({ label, options, value, onChoose, describedBy }: ChipChoiceProps) {
  return (
    <Stack direction="row" role="group" aria-label={label} aria-describedby={describedBy} sx={{ flexWrap: 'wrap', gap: 2 }}>
      {options.map((option) => (
        <Chip
          key={option.value}
          label={option.label}
          variant={option.value === value ? 'filled' : 'outlined'}
          color={option.value === value ? 'primary' : 'default'}
          aria-pressed={option.value === value}
          onClick={() => onChoose(option.value)}
          sx={{ minHeight: 40 }}
        />
      ))}
    </Stack>
  )
}

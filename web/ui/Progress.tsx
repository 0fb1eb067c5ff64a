import { Box, LinearProgress, Stack, Typography } from '@mui/material'
import { useId } from 'react'
import { useFormat } from '#web/i18n'

export interface ProgressProps {
  /** 0 to 100. */
  value: number
  /** The label: "Voortgang", the name of a course. */
  label: string
  /** Instead of the percentage: "3 van 8 onderdelen". */
  text?: string
  /** Shows the label to screen readers only, such as in a table. */
  hideLabel?: boolean
}

/** A labelled bar with the number beside it. */
export function Progress({ value, label, text, hideLabel = false }: ProgressProps) {
  const format = useFormat()
  const id = useId()
  const shown = text ?? format.percent(value)
  const bar = (
    <LinearProgress
      variant="determinate"
      value={Math.min(100, Math.max(0, value))}
      aria-valuetext={shown}
      {...(hideLabel ? { 'aria-label': label } : { 'aria-labelledby': id })}
    />
  )
  const amount = (
    <Typography variant="body2" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
      {shown}
    </Typography>
  )
  if (hideLabel) {
    return (
      <Stack direction="row" sx={{ alignItems: 'center', gap: 2, width: '100%', minWidth: 'min(96px, 100%)' }}>
        {/* Where there is little room the bar gets shorter: a truncated number would be a wrong one. */}
        <Box sx={{ flex: 1, minWidth: 0 }}>{bar}</Box>
        {amount}
      </Stack>
    )
  }
  return (
    <Stack sx={{ gap: 2 }}>
      <Stack direction="row" sx={{ justifyContent: 'space-between', gap: 3 }}>
        <Typography id={id} variant="body2" sx={{ fontWeight: 550 }}>
          {label}
        </Typography>
        {amount}
      </Stack>
      {bar}
    </Stack>
  )
}

import { Box, ButtonBase } from '@mui/material'
import { useRef, type KeyboardEvent } from 'react'
import { onHover } from '#themes/index'

export interface SegmentedControlProps<V extends string | number> {
  /** What is chosen: "Periode". */
  label: string
  options: readonly { value: V; label: string }[]
  value: V
  onChange: (value: V) => void
}

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/**
 * One of a few, all in sight: a radio group (ARIA) in the look of buttons. Tab
 * comes to the chosen one; arrows, Home and End choose another.
 */
export function SegmentedControl<V extends string | number>({ label, options, value, onChange }: SegmentedControlProps<V>) {
  const group = useRef<HTMLDivElement>(null)
  const index = Math.max(
    0,
    options.findIndex((option) => option.value === value),
  )

  const onKeyDown = (event: KeyboardEvent) => {
    const last = options.length - 1
    const step = STEPS[event.key]
    const next = step ? (index + step + options.length) % options.length : { Home: 0, End: last }[event.key]
    const option = next === undefined ? undefined : options[next]
    if (!option) return
    event.preventDefault()
    onChange(option.value)
    group.current?.querySelectorAll<HTMLElement>('[role=radio]')[next!]?.focus()
  }

  return (
    <Box
      ref={group}
      role="radiogroup"
      aria-label={label}
      onKeyDown={onKeyDown}
      sx={({ surfaces }) => ({
        display: 'flex',
        // More of them than a phone is wide stand on two lines.
        flexWrap: { xs: 'wrap', md: 'nowrap' },
        width: { xs: '100%', md: 'fit-content' },
        bgcolor: 'background.paper',
        border: `1px solid ${surfaces.controlBorder}`,
        borderRadius: 1,
      })}
    >
      {options.map((option, position) => (
        <ButtonBase
          key={option.value}
          role="radio"
          aria-checked={position === index}
          tabIndex={position === index ? 0 : -1}
          onClick={() => onChange(option.value)}
          sx={({ surfaces, brand }) => ({
            flex: { xs: 1, md: 'none' },
            px: { xs: 2, md: 3 },
            minHeight: { xs: 44, md: 36 },
            fontSize: '0.875rem',
            fontWeight: 550,
            whiteSpace: 'nowrap',
            color: 'text.secondary',
            borderLeft: position ? `1px solid ${surfaces.divider}` : 0,
            borderRadius: 0,
            '&:first-of-type': { borderRadius: '7px 0 0 7px' },
            '&:last-of-type': { borderRadius: '0 7px 7px 0' },
            ...onHover({ bgcolor: 'action.hover' }),
            '&&[aria-checked=true]': {
              color: 'primary.main',
              bgcolor: brand.primary.soft,
              fontWeight: 650,
              boxShadow: `inset 0 -2px 0 ${brand.primary.edge}`,
            },
            // Above its neighbours, that the ring is seen all around.
            '&.Mui-focusVisible': { zIndex: 1 },
          })}
        >
          {option.label}
        </ButtonBase>
      ))}
    </Box>
  )
}

import { Box, ButtonBase } from '@mui/material'
import { useRef, type KeyboardEvent } from 'react'
import { onHover } from '#themes/index'

export interface SegmentedControlProps<V extends string | number> {
  /** The label of the choice: "Periode". */
  label: string
  options: readonly { value: V; label: string }[]
  value: V
  onChange: (value: V) => void
}

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/** Up to three stay on one line; more are split in two. */
function halves<T>(options: readonly T[]): (readonly T[])[] {
  if (options.length <= 3) return [options]
  const half = Math.ceil(options.length / 2)
  return [options.slice(0, half), options.slice(half)]
}

/** A radio group (ARIA) that looks like buttons. Tab reaches the chosen one; arrows, Home and End choose another. */
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
        // On phones they take two lines with equal numbers; the background forms the lines between them.
        flexWrap: { xs: 'wrap', md: 'nowrap' },
        gap: '1px',
        width: { xs: '100%', md: 'fit-content' },
        bgcolor: surfaces.divider,
        border: `1px solid ${surfaces.controlBorder}`,
        borderRadius: 1,
        overflow: 'hidden',
      })}
    >
      {halves(options).map((half) => (
        <Box
          key={half[0]!.value}
          sx={{ display: 'flex', flexWrap: { xs: 'wrap', md: 'nowrap' }, gap: '1px', flex: { xs: '1 1 auto', md: 'none' } }}
        >
          {half.map((option) => (
            <ButtonBase
              key={option.value}
              role="radio"
              aria-checked={option === options[index]}
              tabIndex={option === options[index] ? 0 : -1}
              onClick={() => onChange(option.value)}
              sx={({ brand }) => ({
                flex: { xs: '1 1 0', md: 'none' },
                bgcolor: 'background.paper',
                px: { xs: 2, md: 3 },
                minHeight: { xs: 44, md: 36 },
                fontSize: '0.875rem',
                fontWeight: 550,
                whiteSpace: 'nowrap',
                color: 'text.secondary',
                borderRadius: 0,
                ...onHover({ bgcolor: 'action.hover' }),
                '&&[aria-checked=true]': {
                  color: 'primary.main',
                  bgcolor: brand.primary.soft,
                  fontWeight: 650,
                  boxShadow: `inset 0 -2px 0 ${brand.primary.edge}`,
                },
                // Drawn inside its own edge, because neighbours and rounded corners would cut it off.
                '&.Mui-focusVisible': { outlineOffset: -3 },
              })}
            >
              {option.label}
            </ButtonBase>
          ))}
        </Box>
      ))}
    </Box>
  )
}

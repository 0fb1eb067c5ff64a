import { Box, Radio, Stack, Typography } from '@mui/material'
import { Fragment, type ReactNode } from 'react'
import { onHover } from '#themes/index'
import { useControl, useFormState } from '#web/ui'

export interface Choice {
  value: string
  title: string
  text?: ReactNode
  /** Shown at the right: a price or a number. */
  aside?: ReactNode
  disabled?: boolean
  /** Shown below the card while it is chosen, such as a further choice. */
  detail?: ReactNode
}

interface ChoiceCardsProps {
  name: string
  label: string
  choices: readonly Choice[]
  columns?: 1 | 2 | 3
  /** Called in addition to setting the form's value. */
  onChoose?: (value: string) => void
  numeric?: boolean
}

/** Radio buttons that look like cards, each with a line of description. */
export function ChoiceCards({ name, label, choices, columns = 1, onChoose, numeric = false }: ChoiceCardsProps) {
  const { id, value, setValue, invalid, describedBy } = useControl(name)
  const error = useFormState().errorOf(name)
  const chosen = value === null || value === undefined ? '' : String(value)
  return (
    <Box
      role="radiogroup"
      aria-label={label}
      aria-invalid={invalid || undefined}
      aria-describedby={describedBy}
      id={id}
      sx={{ display: 'grid', gap: 3, gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: `repeat(${columns}, minmax(0, 1fr))` } }}
    >
      {choices.map(({ value: one, title, text, aside, disabled = false, detail }) => {
        const isChosen = chosen === one
        return (
          <Fragment key={one}>
            <Stack
              component="label"
              direction="row"
              sx={({ surfaces, brand }) => ({
                gap: 2,
                p: 3,
                minHeight: 64,
                alignItems: 'center',
                border: `1px solid ${isChosen ? brand.primary.edge : surfaces.divider}`,
                boxShadow: isChosen ? `inset 0 0 0 1px ${brand.primary.edge}` : 'none',
                bgcolor: isChosen ? brand.primary.soft : 'background.paper',
                borderRadius: 1,
                cursor: disabled ? 'default' : 'pointer',
                ...(disabled ? {} : onHover({ borderColor: brand.primary.edge })),
                '&:focus-within': { outline: `2px solid ${brand.primary.edge}`, outlineOffset: 2 },
              })}
            >
              <Radio
                name={`${id}-choice`}
                value={one}
                checked={isChosen}
                disabled={disabled}
                onChange={() => {
                  setValue(numeric ? Number(one) : one)
                  onChoose?.(one)
                }}
                sx={{ p: 1 }}
              />
              <Box
                sx={{
                  flex: 1,
                  minWidth: 0,
                  display: 'flex',
                  // On a phone the aside goes below: text such as 'not enough seats' would squeeze the title.
                  flexDirection: { xs: 'column', sm: 'row' },
                  alignItems: { sm: 'center' },
                  columnGap: 2,
                }}
              >
                <Box sx={{ flex: 1, minWidth: 0 }}>
                  <Typography sx={{ fontWeight: 600, color: disabled ? 'text.secondary' : 'text.primary', overflowWrap: 'anywhere' }}>
                    {title}
                  </Typography>
                  {text && (
                    <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                      {text}
                    </Typography>
                  )}
                </Box>
                {aside && (
                  <Typography
                    variant="body2"
                    component="div"
                    sx={{ color: 'text.secondary', whiteSpace: { sm: 'nowrap' }, fontVariantNumeric: 'tabular-nums' }}
                  >
                    {aside}
                  </Typography>
                )}
              </Box>
            </Stack>
            {isChosen && detail}
          </Fragment>
        )
      })}
      {error && (
        <Typography variant="body2" id={describedBy} sx={{ color: 'error.main', gridColumn: '1 / -1' }}>
          {error}
        </Typography>
      )}
    </Box>
  )
}

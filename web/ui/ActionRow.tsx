import { Box, Stack, Typography } from '@mui/material'
import type { ReactNode } from 'react'

export interface ActionRowProps {
  name: string
  /** Id of the name, for elements it labels. */
  nameId?: string
  /** Beside the name: a <ToneChip>. */
  chip?: ReactNode
  /** Lines below it; empty ones are left out. */
  lines: readonly (string | null | false)[]
  /** At the right: a switch or a button. */
  action?: ReactNode
  /** Inside a frame: with padding. */
  framed?: boolean
}

/** A list item (<li>) with a name, a state, facts and one action. */
export function ActionRow({ name, nameId, chip, lines, action, framed = false }: ActionRowProps) {
  return (
    <Stack
      component="li"
      direction="row"
      sx={{
        gap: 4,
        py: framed ? 4 : 3,
        px: framed ? { xs: 4, sm: 5 } : 0,
        alignItems: framed ? 'flex-start' : 'center',
        justifyContent: 'space-between',
        '& + &': { borderTop: '1px solid', borderColor: 'divider' },
      }}
    >
      <Box sx={{ minWidth: 0 }}>
        <Stack direction="row" sx={{ gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
          <Typography id={nameId} sx={{ fontWeight: 600 }}>
            {name}
          </Typography>
          {chip}
        </Stack>
        {lines.filter(Boolean).map((line, index) => (
          <Typography key={index} variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
            {line}
          </Typography>
        ))}
      </Box>
      {action && <Box sx={{ flexShrink: 0 }}>{action}</Box>}
    </Stack>
  )
}

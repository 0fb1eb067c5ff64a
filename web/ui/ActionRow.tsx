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
    <Box
      component="li"
      sx={{
        display: 'grid',
        columnGap: 4,
        // Phones have no room for the lines beside the action, so they go below.
        gridTemplate: { xs: `'name action' auto 'lines lines' auto / 1fr auto`, sm: `'name action' auto 'lines action' 1fr / 1fr auto` },
        py: framed ? 4 : 3,
        px: framed ? { xs: 4, sm: 5 } : 0,
        alignItems: 'center',
        '& + &': { borderTop: '1px solid', borderColor: 'divider' },
      }}
    >
      <Stack direction="row" sx={{ gridArea: 'name', minWidth: 0, gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography id={nameId} sx={{ fontWeight: 600, minWidth: 0, overflowWrap: 'anywhere' }}>
          {name}
        </Typography>
        {chip}
      </Stack>
      <Box sx={{ gridArea: 'lines', minWidth: 0, alignSelf: 'start' }}>
        {lines.filter(Boolean).map((line, index) => (
          <Typography key={index} variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
            {line}
          </Typography>
        ))}
      </Box>
      {action && <Box sx={{ gridArea: 'action', ...(framed && { alignSelf: 'start' }) }}>{action}</Box>}
    </Box>
  )
}

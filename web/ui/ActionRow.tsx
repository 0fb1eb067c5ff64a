import { Box, Stack, Typography } from '@mui/material'
import type { ReactNode } from 'react'

export interface ActionRowProps {
  name: string
  /** Of the name, for what is labelled by it. */
  nameId?: string
  /** Beside the name: a <ToneChip>. */
  chip?: ReactNode
  /** Below it, a line each; what is not there is left out. */
  lines: readonly (string | null | false)[]
  /** At the right: a switch or a button. */
  action?: ReactNode
  /** Within a frame: away from its edge. */
  framed?: boolean
}

/** A thing with what can be done to it, as an <li> of a list: its name, how it stands, what is known of it, and one action. */
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

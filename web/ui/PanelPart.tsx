import { Stack, Typography } from '@mui/material'
import type { ReactNode } from 'react'

export interface PanelPartProps {
  title: string
  /** At the right of the title: a number, a short sentence. */
  aside?: ReactNode
  children: ReactNode
}

/** A part of a side panel with its heading (h3), also for plugins that fill the panel's slots. */
export function PanelPart({ title, aside, children }: PanelPartProps) {
  return (
    <Stack component="section" sx={{ gap: 3 }}>
      <Stack direction="row" sx={{ justifyContent: 'space-between', alignItems: 'baseline', gap: 3 }}>
        <Typography variant="h3">{title}</Typography>
        {aside && (
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {aside}
          </Typography>
        )}
      </Stack>
      {children}
    </Stack>
  )
}

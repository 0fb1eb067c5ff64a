import { Box, Paper, Stack, Typography } from '@mui/material'
import { useId, type ReactNode } from 'react'

export interface SectionProps {
  title?: ReactNode
  /** Name in the address (`#wachtwoord`), for links into a long page. */
  anchor?: string
  /** One line under the title. */
  text?: ReactNode
  /** At the right of the title: a link or a small button. */
  action?: ReactNode
  /** Without padding, for tables and lists that reach the border. */
  flush?: boolean
  children: ReactNode
}

/** A bordered part of a page with its own heading (h2). */
export function Section({ title, text, anchor, action, flush = false, children }: SectionProps) {
  const id = useId()
  return (
    <Paper
      component="section"
      variant="outlined"
      {...(anchor && { id: anchor })}
      {...(title && { 'aria-labelledby': id })}
      // Stays below the top bar when scrolled to. `clip`, because `hidden` would disable sticky parts.
      sx={{ overflow: 'clip', scrollMarginTop: 80 }}
    >
      {(title || action) && (
        <Box
          sx={{
            px: { xs: 4, sm: 5 },
            pt: { xs: 4, sm: 5 },
            pb: flush ? 4 : 0,
            display: 'grid',
            columnGap: 3,
            // Phones have no room for the text beside the action, so it goes below.
            gridTemplate: { xs: `'title action' auto 'text text' auto / 1fr auto`, sm: `'title action' auto 'text action' 1fr / 1fr auto` },
            alignItems: 'start',
          }}
        >
          {title && (
            <Typography id={id} variant="h2" sx={{ gridArea: 'title', minWidth: 0 }}>
              {title}
            </Typography>
          )}
          {text && (
            <Typography variant="body2" sx={{ gridArea: 'text', color: 'text.secondary', mt: 1 }}>
              {text}
            </Typography>
          )}
          {action && <Box sx={{ gridArea: 'action' }}>{action}</Box>}
        </Box>
      )}
      {flush ? children : <Stack sx={{ p: { xs: 4, sm: 5 }, gap: 4 }}>{children}</Stack>}
    </Paper>
  )
}

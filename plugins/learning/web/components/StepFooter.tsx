import { Box, Button, Stack } from '@mui/material'
import type { ReactNode } from 'react'

interface StepFooterProps {
  back?: { label: string; onClick: () => void } | undefined
  main?: ReactNode
  /** On a phone the main action stays visible at the bottom, because pages are long. */
  sticky?: boolean
}

/**
 * The buttons below a step: back at the left, the one main action at the right; on a phone the main one on top. The main one is always
 * first in the tab order, because it is the next thing to do.
 */
export function StepFooter({ back, main, sticky = false }: StepFooterProps) {
  return (
    <Stack
      direction={{ xs: 'column', sm: 'row-reverse' }}
      sx={{ gap: 2, justifyContent: 'space-between', mt: 6, display: { xs: sticky ? 'contents' : 'flex', sm: 'flex' } }}
    >
      {sticky ? (
        <Box
          sx={{
            display: 'flex',
            flexDirection: 'column',
            position: { xs: 'sticky', sm: 'static' },
            bottom: 0,
            zIndex: 10,
            mt: { xs: 6, sm: 0 },
            mx: { xs: -4, sm: 0 },
            px: { xs: 4, sm: 0 },
            pt: { xs: 3, sm: 0 },
            pb: { xs: 'max(12px, env(safe-area-inset-bottom))', sm: 0 },
            bgcolor: { xs: 'background.default', sm: 'transparent' },
            borderTop: { xs: 1, sm: 0 },
            // Needs the same media query, or the line above resets it to the text colour.
            borderColor: { xs: 'divider' },
          }}
        >
          {main}
        </Box>
      ) : (
        (main ?? <span />)
      )}
      {back && (
        <Button variant="outlined" color="inherit" size="large" onClick={back.onClick}>
          {back.label}
        </Button>
      )}
    </Stack>
  )
}

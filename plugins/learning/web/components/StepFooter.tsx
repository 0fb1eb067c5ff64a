import { Button, Stack } from '@mui/material'
import type { ReactNode } from 'react'

/**
 * The buttons under a step: the way back at the left, the one main action at the right; on a phone the main one above.
 * By keyboard the main one always comes first: after the work comes what is next.
 */
export function StepFooter({ back, main }: { back?: { label: string; onClick: () => void } | undefined; main?: ReactNode }) {
  return (
    <Stack direction={{ xs: 'column', sm: 'row-reverse' }} sx={{ gap: 2, justifyContent: 'space-between', mt: 6 }}>
      {main ?? <span />}
      {back && (
        <Button variant="outlined" color="inherit" size="large" onClick={back.onClick}>
          {back.label}
        </Button>
      )}
    </Stack>
  )
}

import { Box } from '@mui/material'
import type { ReactNode } from 'react'
import { ConnectionBanner } from '../ConnectionBanner.js'

interface TopNoticesProps {
  /** The bar that stays in sight with it, where a layout has one. */
  children?: ReactNode
}

/** What stays in sight at the top of the window, together, so that whoever has scrolled far down is told too. */
export function TopNotices({ children }: TopNoticesProps) {
  return (
    <Box sx={{ position: 'sticky', top: 0, zIndex: 'appBar' }}>
      {children}
      <ConnectionBanner />
    </Box>
  )
}

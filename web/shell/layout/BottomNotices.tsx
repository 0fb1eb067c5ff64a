import { Box } from '@mui/material'
import type { ReactNode } from 'react'

interface BottomNoticesProps {
  /** Leaves room for the bottom bar on phones. */
  aboveBar?: boolean
  children: ReactNode
}

/** Notices at the bottom of the window, stacked, without covering the end of the page. */
export function BottomNotices({ aboveBar = false, children }: BottomNoticesProps) {
  const bottom = aboveBar ? { xs: 'calc(64px + env(safe-area-inset-bottom))', md: 0 } : 0
  return <Box sx={{ position: 'sticky', bottom, zIndex: 1050 }}>{children}</Box>
}

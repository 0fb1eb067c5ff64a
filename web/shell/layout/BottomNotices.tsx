import { Box } from '@mui/material'
import type { ReactNode } from 'react'

interface BottomNoticesProps {
  /** Leaves room for the bar that a phone has at the bottom. */
  aboveBar?: boolean
  children: ReactNode
}

/** What stays in sight at the bottom of the window, one above the other, without covering the end of the page. */
export function BottomNotices({ aboveBar = false, children }: BottomNoticesProps) {
  const bottom = aboveBar ? { xs: 'calc(64px + env(safe-area-inset-bottom))', md: 0 } : 0
  return <Box sx={{ position: 'sticky', bottom, zIndex: 1050 }}>{children}</Box>
}

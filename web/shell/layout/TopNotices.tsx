import { Box } from '@mui/material'
import { lazy, Suspense, type ReactNode } from 'react'
import { bootstrap } from '../../boot/bootstrap.js'
import { VISIT_HEIGHT } from '../../boot/visit_height.js'
import { ConnectionBanner } from '../ConnectionBanner.js'

const VisitBar = lazy(() => import('../VisitBar.js'))

interface TopNoticesProps {
  /** The bar that stays visible with it, where a layout has one. */
  children?: ReactNode
}

/** Notices at the top of the window, together, also visible after scrolling. */
export function TopNotices({ children }: TopNoticesProps) {
  return (
    <Box sx={{ position: 'sticky', top: 0, zIndex: 'appBar' }}>
      {bootstrap.visit && (
        <Suspense fallback={<Box sx={({ tones }) => ({ minHeight: VISIT_HEIGHT, bgcolor: tones.warning.text })} />}>
          <VisitBar visit={bootstrap.visit} />
        </Suspense>
      )}
      {children}
      <ConnectionBanner />
    </Box>
  )
}

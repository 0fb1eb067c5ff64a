import { Box } from '@mui/material'
import { lazy, Suspense, type ReactNode } from 'react'
import { bootstrap } from '../../boot/bootstrap.js'
import { IMPERSONATION_BAR_HEIGHT } from '../../boot/impersonation_bar_height.js'
import { ConnectionBanner } from '../ConnectionBanner.js'

const ImpersonationBar = lazy(() => import('../ImpersonationBar.js'))

interface TopNoticesProps {
  /** The bar that stays visible with it, where a layout has one. */
  children?: ReactNode
}

/** Notices at the top of the window, together, also visible after scrolling. */
export function TopNotices({ children }: TopNoticesProps) {
  return (
    <Box sx={{ position: 'sticky', top: 0, zIndex: 'appBar' }}>
      {bootstrap.impersonation && (
        <Suspense fallback={<Box sx={({ tones }) => ({ minHeight: IMPERSONATION_BAR_HEIGHT, bgcolor: tones.warning.text })} />}>
          <ImpersonationBar impersonation={bootstrap.impersonation} />
        </Suspense>
      )}
      {children}
      <ConnectionBanner />
    </Box>
  )
}

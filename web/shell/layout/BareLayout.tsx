import { Box } from '@mui/material'
import type { ReactNode, Ref } from 'react'
import { IncidentBanner } from '../IncidentBanner.js'
import { BottomNotices } from './BottomNotices.js'
import { TopNotices } from './TopNotices.js'

interface BareLayoutProps {
  mainRef: Ref<HTMLElement>
  children: ReactNode
}

/** A page without navigation: signing in, errors, and pages inside another system. */
export function BareLayout({ mainRef, children }: BareLayoutProps) {
  return (
    <Box sx={{ minHeight: '100dvh', display: 'flex', flexDirection: 'column' }}>
      <TopNotices />
      <Box
        component="main"
        id="main"
        ref={mainRef}
        tabIndex={-1}
        sx={{ flex: 1, display: 'flex', flexDirection: 'column', '&:focus': { outline: 'none' } }}
      >
        {children}
      </Box>
      <BottomNotices>
        <IncidentBanner />
      </BottomNotices>
    </Box>
  )
}

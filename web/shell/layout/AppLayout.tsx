import { Box, GlobalStyles, Link, useMediaQuery } from '@mui/material'
import { useDeferredValue, type ReactNode, type Ref } from 'react'
import { overlaySlot } from '#core/contract/slots'
import type { PageDefinition } from '#core/contract/pages'
import { PAGE_WIDTH } from '#themes/index'
import { useT } from '#web/i18n'
import { ConfirmHost, SlotOutlet } from '#web/ui'
import { ConsentBar } from '../ConsentBar.js'
import { IncidentBanner } from '../IncidentBanner.js'
import { PaletteHost } from '../PaletteHost.js'
import { BottomBar } from './BottomBar.js'
import { BottomNotices } from './BottomNotices.js'
import { LegalFooter } from './LegalFooter.js'
import { TopBar } from './TopBar.js'
import { TopNotices } from './TopNotices.js'

/** Focused fields must not be hidden behind the bottom bar; a form with its own bar asks for more room. */
const ABOVE_THE_BAR = { ':where(html)': { scrollPaddingBottom: 'calc(88px + env(safe-area-inset-bottom))' } }

interface AppLayoutProps {
  mainRef: Ref<HTMLElement>
  width: NonNullable<PageDefinition['width']>
  /** The page itself is rendered. */
  settled: boolean
  /** Urgent overlays are allowed on the page. */
  mayAsk: boolean
  children: ReactNode
}

/** The frame of signed-in pages: a bar on top from 900 px, one at the bottom below that. */
export default function AppLayout({ mainRef, width, settled, mayAsk, children }: AppLayoutProps) {
  const t = useT()
  const narrow = useMediaQuery((theme) => theme.breakpoints.down('md'), { noSsr: true })
  // Invisible parts render after the visible ones: two short tasks instead of a long one.
  const seen = useDeferredValue(true, false)
  return (
    <Box
      sx={{ minHeight: '100dvh', display: 'flex', flexDirection: 'column', pb: { xs: 'calc(64px + env(safe-area-inset-bottom))', md: 0 } }}
    >
      {narrow && <GlobalStyles styles={ABOVE_THE_BAR} />}
      <Link
        href="#main"
        sx={{
          position: 'absolute',
          left: 16,
          top: -100,
          zIndex: 1400,
          bgcolor: 'background.paper',
          p: 3,
          borderRadius: 1,
          '&:focus': { top: 12 },
        }}
      >
        {t('core.nav.skip')}
      </Link>
      <TopNotices>
        <TopBar />
      </TopNotices>
      <Box
        component="main"
        id="main"
        ref={mainRef}
        tabIndex={-1}
        sx={{
          flex: 1,
          // The footer starts below the window, so that it does not move while a page fills.
          minHeight: { xs: 'calc(100dvh - 56px)', md: 'calc(100dvh - 64px)' },
          width: '100%',
          maxWidth: PAGE_WIDTH[width] + 48,
          mx: 'auto',
          px: { xs: 4, md: 6 },
          pt: { xs: 4, md: 8 },
          pb: 10,
          '&:focus': { outline: 'none' },
        }}
      >
        {children}
      </Box>
      {seen && <LegalFooter />}
      {seen && (
        <BottomNotices aboveBar>
          <ConsentBar />
          <IncidentBanner />
        </BottomNotices>
      )}
      {narrow && <BottomBar />}
      {seen && <ConfirmHost />}
      {seen && <PaletteHost />}
      {settled && <SlotOutlet slot={overlaySlot} with={{ bare: false, mayAsk }} />}
    </Box>
  )
}

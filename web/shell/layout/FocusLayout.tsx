import { fullName } from '#core/contract/full_name'
import { Box, Link, Stack, Typography } from '@mui/material'
import type { ReactNode, Ref } from 'react'
import { overlaySlot } from '#core/contract/slots'
import type { PageDefinition } from '#core/contract/pages'
import { PAGE_WIDTH } from '#themes/index'
import { useT } from '#web/i18n'
import { isFramed, signOut, useUser } from '#web/session'
import { ConfirmHost, SlotOutlet } from '#web/ui'
import { IncidentBanner } from '../IncidentBanner.js'
import { BottomNotices } from './BottomNotices.js'
import { PrivacyLink } from './LegalFooter.js'
import { OwnWindowLink } from './OwnWindowLink.js'
import { TopNotices } from './TopNotices.js'

interface FocusLayoutProps {
  mainRef: Ref<HTMLElement>
  width: NonNullable<PageDefinition['width']>
  /** The page itself is rendered. */
  settled: boolean
  /** Urgent overlays are allowed on the page. */
  mayAsk: boolean
  children: ReactNode
}

/**
 * A signed-in page without navigation (section 2): a lesson, an attempt, or everything under ?hidenavigation=1. The way out is on the page
 * itself; the account and signing out are at its end.
 */
export default function FocusLayout({ mainRef, width, settled, mayAsk, children }: FocusLayoutProps) {
  const t = useT()
  const user = useUser()
  return (
    <Box sx={{ minHeight: '100dvh', display: 'flex', flexDirection: 'column' }}>
      <TopNotices />
      <Box
        component="main"
        id="main"
        ref={mainRef}
        tabIndex={-1}
        sx={{
          flex: 1,
          width: '100%',
          maxWidth: PAGE_WIDTH[width] + 48,
          mx: 'auto',
          px: { xs: 4, md: 6 },
          pt: { xs: 3, md: 6 },
          pb: 10,
          '&:focus': { outline: 'none' },
        }}
      >
        {children}
      </Box>
      <Stack
        component="footer"
        direction="row"
        sx={{
          px: { xs: 4, md: 6 },
          py: 3,
          columnGap: 4,
          flexWrap: 'wrap',
          justifyContent: 'center',
          alignItems: 'center',
          displayPrint: 'none',
        }}
      >
        <Typography sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>{fullName(user)}</Typography>
        {isFramed ? (
          <OwnWindowLink />
        ) : (
          <Link
            component="button"
            type="button"
            onClick={() => void signOut()}
            sx={{ color: 'text.secondary', fontSize: '0.8125rem', minHeight: 44, px: 1 }}
          >
            {t('core.nav.logout')}
          </Link>
        )}
        <PrivacyLink />
      </Stack>
      <BottomNotices>
        <IncidentBanner />
      </BottomNotices>
      <ConfirmHost />
      {settled && <SlotOutlet slot={overlaySlot} with={{ bare: true, mayAsk }} />}
    </Box>
  )
}

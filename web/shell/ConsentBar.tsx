import { Box, Button, Link, Stack, Typography } from '@mui/material'
import { useAtomValue } from 'jotai'
import { useEffect, useRef } from 'react'
import { useT } from '#web/i18n'
import { bootstrap } from '../boot/bootstrap.js'
import { consentAtom, decideConsent } from './measuring.js'

/** Asks once whether page views may be measured. Blocks nothing; yes and no look the same. */
export function ConsentBar() {
  const t = useT()
  const consent = useAtomValue(consentAtom)
  if (!bootstrap.tagManager || consent !== 'undecided') return null
  return (
    <Box
      component="section"
      aria-label={t('core.consent.title')}
      sx={{ bgcolor: 'background.paper', borderTop: '1px solid', borderColor: 'divider', px: { xs: 4, md: 6 }, py: 3 }}
    >
      <Stack
        direction={{ xs: 'column', md: 'row' }}
        sx={{ maxWidth: 1040, mx: 'auto', gap: { xs: 3, md: 6 }, alignItems: { md: 'center' }, justifyContent: 'space-between' }}
      >
        <Typography variant="body2">
          {t('core.consent.text', { company: bootstrap.branding.companyName })}{' '}
          <Link href="/privacy#measuring">{t('core.nav.privacy')}</Link>.
        </Typography>
        <Stack direction="row" sx={{ gap: 2, flexShrink: 0, '& > *': { flex: { xs: 1, md: '0 0 auto' }, minWidth: { md: 120 } } }}>
          <Button variant="outlined" onClick={() => decideConsent('no')}>
            {t('core.consent.no')}
          </Button>
          <Button variant="outlined" onClick={() => decideConsent('yes')}>
            {t('core.consent.yes')}
          </Button>
        </Stack>
      </Stack>
    </Box>
  )
}

/** On the privacy page: the choice made, and the other one. */
export function ConsentChoice() {
  const t = useT()
  const consent = useAtomValue(consentAtom)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The browser looked for the anchor before it was rendered.
    if (location.hash === '#measuring') place.current?.scrollIntoView({ block: 'center' })
  }, [])
  if (!bootstrap.tagManager) return null
  return (
    <Stack
      ref={place}
      id="measuring"
      sx={{ gap: 3, mt: 4, p: 4, border: '1px solid', borderColor: 'divider', borderRadius: 1, alignItems: 'flex-start' }}
    >
      <Typography role="status">{t(`core.consent.chosen.${consent}`)}</Typography>
      <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap' }}>
        {consent !== 'yes' && (
          <Button variant="outlined" onClick={() => decideConsent('yes')}>
            {t('core.consent.yes')}
          </Button>
        )}
        {consent !== 'no' && (
          <Button variant="outlined" onClick={() => decideConsent('no')}>
            {t(consent === 'yes' ? 'core.consent.revoke' : 'core.consent.no')}
          </Button>
        )}
      </Stack>
    </Stack>
  )
}

import { Box, Link } from '@mui/material'
import { useAtomValue } from 'jotai'
import { useT } from '#web/i18n'
import { languageAtom } from '#web/session'

/** Section 2: the policy is there in Dutch and in English. */
const PRIVACY_POLICY = { nl: '/privacy/nl', en: '/privacy/en' }

/** The privacy policy in the person's language, or in English. */
export function PrivacyLink() {
  const t = useT()
  const language = useAtomValue(languageAtom)
  return (
    <Link
      href={language === 'nl' ? PRIVACY_POLICY.nl : PRIVACY_POLICY.en}
      target="_blank"
      rel="noopener"
      sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}
    >
      {t('core.nav.privacy')}
    </Link>
  )
}

export function LegalFooter() {
  return (
    <Box component="footer" sx={{ px: { xs: 4, md: 6 }, py: 4, textAlign: 'center' }}>
      <PrivacyLink />
    </Box>
  )
}

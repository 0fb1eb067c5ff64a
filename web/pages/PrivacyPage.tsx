import { Box, Link, Stack, Typography } from '@mui/material'
import { Link as RouterLink, useParams } from 'react-router'
import { InLanguage, useT } from '#web/i18n'
import { bootstrap } from '../boot/bootstrap.js'
import { ConsentChoice } from '../shell/ConsentBar.js'
import { CompanyMark } from '../shell/layout/CompanyMark.js'

const SECTIONS = {
  what: ['account', 'learning', 'mail', 'technical', 'views'],
  why: ['learn', 'not'],
  who: ['company', 'platform', 'certificate', 'others'],
  long: ['session', 'results', 'certificate'],
  // With an accepted tag manager it would not be true that there are none.
  cookies: ['needed', bootstrap.tagManager ? 'measured' : 'none'],
  rights: ['ask', 'proof', 'complain'],
} as const

const PARTS = ['core', 'privacy']

function Statement({ other }: { other: 'nl' | 'en' }) {
  const t = useT()
  const { loginId, companyName } = bootstrap.branding
  const company = loginId ? companyName : t('core.privacy.your_company')
  return (
    <Stack component="article" sx={{ width: '100%', maxWidth: 680, mx: 'auto', px: 5, pt: { xs: 6, md: 12 }, pb: 16, gap: 8 }}>
      <CompanyMark height={36} />
      <Stack component="header" sx={{ gap: 3 }}>
        <Typography variant="h1" tabIndex={-1}>
          {t('core.privacy.heading')}
        </Typography>
        <Typography sx={{ color: 'text.secondary', lineHeight: '26px' }}>{t('core.privacy.intro', { company })}</Typography>
        <Link component={RouterLink} to={`/privacy/${other}`} lang={other} hrefLang={other} sx={{ alignSelf: 'flex-start', py: 1 }}>
          {t('core.privacy.other_language')}
        </Link>
      </Stack>
      {Object.entries(SECTIONS).map(([section, points]) => (
        <Box component="section" key={section} aria-labelledby={`privacy-${section}`}>
          <Typography variant="h2" id={`privacy-${section}`} sx={{ mb: 2 }}>
            {t(`core.privacy.${section}.title`)}
          </Typography>
          <Stack component="ul" sx={{ m: 0, pl: 5, gap: 2, '& li::marker': { color: 'primary.main' } }}>
            {points.map((point) => (
              <Typography component="li" key={point} sx={{ lineHeight: '26px' }}>
                {t(`core.privacy.${section}.${point}`, { company })}
              </Typography>
            ))}
          </Stack>
          {section === 'cookies' && <ConsentChoice />}
        </Box>
      ))}
    </Stack>
  )
}

/** /privacy/:lang?: the statement is there in Dutch and in English (section 2), whatever the page's own language. */
export default function PrivacyPage() {
  const { lang = bootstrap.lang } = useParams()
  const language = lang === 'nl' ? 'nl' : 'en'
  return (
    <InLanguage language={language} parts={PARTS}>
      <Statement other={language === 'nl' ? 'en' : 'nl'} />
    </InLanguage>
  )
}

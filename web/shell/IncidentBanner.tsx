import { Box, Link } from '@mui/material'
import { useAtomValue } from 'jotai'
import { useT } from '#web/i18n'
import { languageAtom, userAtom } from '#web/session'

/** The red strip at the bottom while something is broken (section 2), with the way to the status page. */
export function IncidentBanner() {
  const t = useT()
  const incident = useAtomValue(userAtom)?.incident
  const language = useAtomValue(languageAtom)
  if (!incident) return null
  return (
    <Box
      role="alert"
      sx={({ tones }) => ({
        position: 'sticky',
        bottom: 0,
        zIndex: 1200,
        px: 4,
        py: 3,
        bgcolor: tones.error.text,
        color: '#fff',
        textAlign: 'center',
        fontSize: '0.875rem',
        fontWeight: 550,
      })}
    >
      {language === 'nl' ? incident.dutch_message : incident.english_message}{' '}
      <Link href="/status" sx={{ color: 'inherit', fontWeight: 650 }}>
        {t('core.nav.status')}
      </Link>
    </Box>
  )
}

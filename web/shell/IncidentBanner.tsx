import { Box, Link } from '@mui/material'
import { useAtomValue } from 'jotai'
import { useT } from '#web/i18n'
import { languageAtom } from '#web/session'
import { bootstrap } from '../boot/bootstrap.js'

/** The red strip at the bottom during an incident (section 2), also for visitors, with a link to the status page. */
export function IncidentBanner() {
  const t = useT()
  const { incident } = bootstrap
  const language = useAtomValue(languageAtom)
  if (!incident) return null
  return (
    <Box
      role="alert"
      sx={({ tones }) => ({
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
      <Link href="/status" sx={{ color: 'inherit', textDecorationColor: 'currentColor', fontWeight: 650 }}>
        {t('core.nav.status')}
      </Link>
    </Box>
  )
}

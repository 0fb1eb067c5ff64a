import { Box, Button, Link, Stack, Typography, useMediaQuery } from '@mui/material'
import { useT } from '#web/i18n'

export interface Enrolment {
  secret: string
  uri: string
  /** A data URL. */
  qr: string
}

/** The QR code for an authenticator app, or the secret to type. */
export function EnrolPicture({ enrolment }: { enrolment: Enrolment }) {
  const t = useT()
  const isNarrow = useMediaQuery('(max-width:599px)', { noSsr: true })
  return (
    <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 4, alignItems: { sm: 'center' } }}>
      {/* On a phone the app is usually on the same phone, which cannot scan its own screen. */}
      {isNarrow && (
        <Button href={enrolment.uri} variant="outlined" fullWidth>
          {t('core.second.open_app')}
        </Button>
      )}
      <Box
        component="img"
        src={enrolment.qr}
        alt={t('core.second.qr')}
        sx={{ width: 168, height: 168, border: '1px solid', borderColor: 'divider', borderRadius: 1, bgcolor: '#fff', flexShrink: 0 }}
      />
      <Stack sx={{ gap: 2, minWidth: 0 }}>
        <Typography>{t('core.second.scan')}</Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('core.second.type')}
        </Typography>
        <Typography sx={{ fontFamily: 'monospace', overflowWrap: 'anywhere' }}>{enrolment.secret}</Typography>
        {!isNarrow && (
          <Link href={enrolment.uri} variant="body2">
            {t('core.second.open_app')}
          </Link>
        )}
      </Stack>
    </Stack>
  )
}

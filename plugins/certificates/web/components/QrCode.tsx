import { Stack, Typography } from '@mui/material'
import { useT } from '#web/i18n'
import { QrCode as Code } from '#web/ui'
import type { PublicCertificate } from '../../server/transformers/certificate_transformer.js'

/** The printed code with its explanation. */
export function QrCode({ qr, number }: { qr: PublicCertificate['qr']; number: string }) {
  const t = useT()
  return (
    <Stack sx={{ alignItems: 'center', gap: 2, textAlign: 'center', p: { xs: 5, sm: 6 }, bgcolor: '#fff' }}>
      <Code qr={qr} label={t('certificates.qrcode.alt', { number })} />
      <Typography variant="body2" sx={{ color: '#525b69', maxWidth: '40ch' }}>
        {t('certificates.qrcode.hint')}
      </Typography>
    </Stack>
  )
}

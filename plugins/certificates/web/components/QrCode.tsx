import { Box, Stack, Typography } from '@mui/material'
import { useT } from '#web/i18n'
import type { PublicCertificate } from '../../server/transformers/certificate_transformer.js'

/** Modules of white that a scanner needs around a code. */
const QUIET = 4

/** The printed code, black on white in every theme: scanners know nothing of brands. */
export function QrCode({ qr, number }: { qr: PublicCertificate['qr']; number: string }) {
  const t = useT()
  const size = qr.modules + 2 * QUIET
  return (
    <Stack sx={{ alignItems: 'center', gap: 2, textAlign: 'center', p: { xs: 5, sm: 6 }, bgcolor: '#fff' }}>
      <Box
        component="svg"
        role="img"
        aria-label={t('certificates.qrcode.alt', { number })}
        viewBox={`${-QUIET} ${-QUIET} ${size} ${size}`}
        shapeRendering="crispEdges"
        sx={{ width: 'min(280px, 76vw)', bgcolor: '#fff' }}
      >
        <path d={qr.path} fill="#000" />
      </Box>
      <Typography variant="body2" sx={{ color: '#525b69', maxWidth: '40ch' }}>
        {t('certificates.qrcode.hint')}
      </Typography>
    </Stack>
  )
}

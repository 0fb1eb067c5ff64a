import { Box, Paper, Stack, Typography } from '@mui/material'
import { useParams } from 'react-router'
import { api, useApiQuery } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { ErrorState, LoadingState } from '#web/ui'
import type { PublicCertificate } from '../../server/transformers/certificate_transformer.js'
import { CertificateFields } from './CertificateFields.js'
import { QrCode } from './QrCode.js'
import { Banner, StatusBanner } from './StatusBanner.js'

/** The visitor's view, most often on a phone at a gate: first whether it is valid, then whose it is. */
export function CertificateCheck({ withCode = false }: { withCode?: boolean }) {
  const t = useT()
  const { token = '' } = useParams()
  const check = useApiQuery(['certificates', 'public', token], () => api.certificates.public.show({ params: { token } }))

  if (check.error && check.error.status !== 404)
    return <ErrorState asPage error={check.error} part="certificates" onRetry={() => void check.refetch()} />
  return (
    <Box sx={{ width: '100%', maxWidth: 520, mx: 'auto', p: { xs: 4, sm: 6 }, py: { sm: 10 } }}>
      {check.error ? (
        <Paper variant="outlined" sx={{ overflow: 'hidden' }}>
          <Banner
            tone="error"
            icon="error"
            title={t('certificates.status.not_found_title')}
            text={t('certificates.status.not_found_text')}
          />
        </Paper>
      ) : check.data ? (
        <Checked certificate={check.data.data} at={check.dataUpdatedAt} withCode={withCode} />
      ) : (
        <LoadingState shape="cards" count={2} />
      )}
    </Box>
  )
}

function Checked({ certificate, at, withCode }: { certificate: PublicCertificate; at: number; withCode: boolean }) {
  const t = useT()
  const format = useFormat()
  const { branding, status } = certificate
  return (
    <Stack component="article" sx={{ gap: 5 }}>
      {branding.logoUrl ? (
        <Box
          component="img"
          src={branding.logoUrl}
          alt={branding.companyName}
          sx={{ maxHeight: 40, maxWidth: 200, alignSelf: 'flex-start' }}
        />
      ) : (
        <Typography variant="h3" component="p">
          {branding.companyName}
        </Typography>
      )}
      <Paper variant="outlined" sx={{ overflow: 'hidden' }}>
        {/* People open this page to have it scanned. */}
        {withCode && status === 'valid' && <QrCode qr={certificate.qr} number={certificate.number} />}
        <StatusBanner certificate={certificate} />
        <Box sx={{ p: { xs: 5, sm: 6 } }}>
          <CertificateFields certificate={certificate} />
        </Box>
      </Paper>
      <Typography variant="body2" sx={{ color: 'text.secondary', textAlign: 'center' }}>
        {t('certificates.status.checked', { date: format.dateTime(at) })}
      </Typography>
    </Stack>
  )
}

import { Stack, Typography } from '@mui/material'
import { useTheme } from '@mui/material/styles'
import { useFormat, useT } from '#web/i18n'
import { Icon } from '#web/ui'
import type { PublicCertificate } from '../../server/transformers/certificate_transformer.js'
import { noonOf, STATUS_LOOK } from './status_look.js'

/** Whether the certificate counts: icon, word and colour, to be read at arm's length in the sun. */
export function StatusBanner({ certificate }: { certificate: PublicCertificate }) {
  const t = useT()
  const format = useFormat()
  const { tones } = useTheme()
  const { status } = certificate
  const { icon, tone } = STATUS_LOOK[status]
  const date = status === 'revoked' ? certificate.revoked_at : certificate.valid_until && noonOf(certificate.valid_until)
  return (
    // The tone's text colour is readable on white, so white is readable on it.
    <Stack sx={{ bgcolor: tones[tone].text, color: '#fff', px: 5, py: 7, gap: 2, alignItems: 'center', textAlign: 'center' }}>
      <Icon name={icon} sx={{ fontSize: 72 }} />
      <Typography variant="h1" tabIndex={-1} sx={{ fontSize: '2.25rem', lineHeight: '44px' }}>
        {t(`certificates.status.${status}`)}
      </Typography>
      <Typography sx={{ maxWidth: '36ch' }}>
        {t(`certificates.status.${status}_text`, { company: certificate.company_name, date: date ? format.date(date) : '' })}
      </Typography>
    </Stack>
  )
}

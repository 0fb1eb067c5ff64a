import { Stack, Typography } from '@mui/material'
import { useTheme } from '@mui/material/styles'
import { useFormat, useT } from '#web/i18n'
import { Icon, type IconName } from '#web/ui'
import type { PublicCertificate } from '../../server/transformers/certificate_transformer.js'
import { STATUS_LOOK } from './status_look.js'

interface BannerProps {
  tone: (typeof STATUS_LOOK)[keyof typeof STATUS_LOOK]['tone']
  icon: IconName
  title: string
  text: string
}

/** Icon, text and colour, readable at arm's length in the sun. */
export function Banner({ tone, icon, title, text }: BannerProps) {
  const { tones } = useTheme()
  return (
    // The tone's text colour is readable on white, so white is readable on it.
    <Stack sx={{ bgcolor: tones[tone].text, color: '#fff', px: 5, py: 7, gap: 2, alignItems: 'center', textAlign: 'center' }}>
      <Icon name={icon} sx={{ fontSize: 72 }} />
      <Typography variant="h1" tabIndex={-1} sx={{ fontSize: '2.25rem', lineHeight: '44px', textWrap: 'balance' }}>
        {title}
      </Typography>
      <Typography sx={{ maxWidth: '40ch' }}>{text}</Typography>
    </Stack>
  )
}

/** Whether the certificate is valid. */
export function StatusBanner({ certificate }: { certificate: PublicCertificate }) {
  const t = useT()
  const format = useFormat()
  const { status } = certificate
  const date = status === 'revoked' ? certificate.revoked_at : certificate.valid_until
  return (
    <Banner
      {...STATUS_LOOK[status]}
      title={t(`certificates.status.${status}`)}
      text={t(`certificates.status.${status}_text`, { company: certificate.company_name, date: date ? format.date(date) : '' })}
    />
  )
}

import { Box, Typography } from '@mui/material'
import { useTheme } from '@mui/material/styles'
import { useFormat, useT } from '#web/i18n'
import { useUser } from '#web/session'
import { Icon } from '#web/ui'
import type { OwnCertificate } from '../../server/transformers/certificate_transformer.js'

/** The small certificate of a card. A picture: its text is beside it. */
export function CertificatePreview({ certificate }: { certificate: OwnCertificate }) {
  const t = useT()
  const format = useFormat()
  const { palette } = useTheme()
  const { company_logo: logo } = useUser()
  const { number, company_name: company, person_name: person, course_name: course, issued_at: issuedAt } = certificate
  return (
    <CertificatePicture
      label={t('certificates.card.preview', { number })}
      {...{ logo, company, person, course }}
      foot={`${format.date(issuedAt)} · ${number}`}
      colors={{ primary: palette.primary.main, on: palette.primary.contrastText, secondary: palette.secondary.main }}
    />
  )
}

interface CertificatePictureProps {
  label: string
  logo: string | null
  company: string
  person: string | null
  course: string
  /** The date, and its number. */
  foot: string
  colors: { primary: string; on: string; secondary: string }
}

/** A certificate that looks like its PDF (server/services/certificate_pdf.ts). */
export function CertificatePicture({ label, logo, company, person, course, foot, colors }: CertificatePictureProps) {
  const t = useT()
  return (
    <Box
      role="img"
      aria-label={label}
      sx={{
        containerType: 'inline-size',
        width: '100%',
        maxWidth: 420,
        borderRadius: '4px',
        border: 1,
        borderColor: 'divider',
        overflow: 'hidden',
        boxShadow: '0 8px 24px rgb(0 0 0 / 0.08)',
      }}
    >
      {/* Sizes are relative to the picture's own width, so that it looks the same at every size. */}
      <Box aria-hidden sx={{ display: 'flex', aspectRatio: '842 / 595', bgcolor: '#fff', color: '#14181f' }}>
        <Box sx={{ flex: 1, minWidth: 0, display: 'flex', flexDirection: 'column', px: '6cqw', py: '6cqw' }}>
          {logo ? (
            <Box
              component="img"
              src={logo}
              alt=""
              sx={{ height: '6cqw', maxWidth: '100%', objectFit: 'contain', objectPosition: 'left', alignSelf: 'flex-start' }}
            />
          ) : (
            <Typography sx={{ fontSize: '3.4cqw', lineHeight: 1.2, fontWeight: 600 }}>{company}</Typography>
          )}
          <Box sx={{ my: 'auto' }}>
            <Line size="2.6cqw">{t('certificates.pdf.title')}</Line>
            <Line size="6cqw" bold>
              {person}
            </Line>
            <Line size="3.6cqw" bold>
              {course}
            </Line>
          </Box>
          <Line size="2.4cqw">{foot}</Line>
        </Box>
        <Box sx={{ width: '1cqw', bgcolor: colors.secondary }} />
        <Box sx={{ width: '26%', bgcolor: colors.primary, display: 'grid', placeItems: 'center' }}>
          <Box
            sx={{
              width: '14cqw',
              height: '14cqw',
              borderRadius: '50%',
              display: 'grid',
              placeItems: 'center',
              bgcolor: colors.on,
              color: colors.primary,
            }}
          >
            <Icon name="check" sx={{ fontSize: '9cqw' }} />
          </Box>
        </Box>
      </Box>
    </Box>
  )
}

function Line({ size, bold = false, children }: { size: string; bold?: boolean; children: React.ReactNode }) {
  return (
    <Typography
      sx={{ fontSize: size, lineHeight: 1.3, fontWeight: bold ? 600 : 400, color: bold ? 'inherit' : '#525b69', overflowWrap: 'anywhere' }}
    >
      {children}
    </Typography>
  )
}

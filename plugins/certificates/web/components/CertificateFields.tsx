import { Box, Typography } from '@mui/material'
import { useFormat, useT } from '#web/i18n'
import type { PublicCertificate } from '../../server/transformers/certificate_transformer.js'

/** Every printed field, in the order in which it is compared with an identity card. */
export function CertificateFields({ certificate }: { certificate: PublicCertificate }) {
  const t = useT()
  const format = useFormat()
  const fields: [key: string, value: string | null][] = [
    ['birthdate', format.day(certificate.birthdate)],
    ['course', certificate.course_name],
    ['grade', certificate.grade === null ? null : format.percent(certificate.grade)],
    ['issued_at', format.date(certificate.issued_at)],
    ['valid_until', certificate.valid_until ? format.day(certificate.valid_until) : t('certificates.field.no_end')],
    ['number', certificate.number],
    ['company', certificate.company_name],
  ]
  return (
    <Box component="dl" sx={{ m: 0, display: 'grid', gap: 4 }}>
      <div>
        <Label>{t('certificates.field.person')}</Label>
        <Typography component="dd" variant="h2" sx={{ m: 0, fontSize: '1.5rem', lineHeight: '32px', overflowWrap: 'anywhere' }}>
          {certificate.person_name ?? t('certificates.field.erased')}
        </Typography>
      </div>
      {fields.map(
        ([key, value]) =>
          value && (
            <div key={key}>
              <Label>{t(`certificates.field.${key}`)}</Label>
              <Typography component="dd" sx={{ m: 0, fontWeight: 600, overflowWrap: 'anywhere' }}>
                {value}
              </Typography>
            </div>
          ),
      )}
    </Box>
  )
}

function Label({ children }: { children: string }) {
  return (
    <Typography component="dt" variant="body2" sx={{ color: 'text.secondary' }}>
      {children}
    </Typography>
  )
}

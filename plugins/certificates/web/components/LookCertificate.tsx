import { Button, Stack } from '@mui/material'
import { readableOn } from '#themes/color'
import type { TypedLook } from '#plugins/companies/contract/index'
import { urlFor } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { Icon } from '#web/ui'
import { CertificatePicture } from './CertificatePreview.js'

/** In the preview of a company's style: the certificate with the unsaved values, and its PDF. */
export default function LookCertificate({ company, name, logo, primary, secondary }: TypedLook) {
  const t = useT()
  const format = useFormat()
  const query = new URLSearchParams({
    ...(company !== '0' && { company }),
    ...{ name, primary_color: primary, secondary_color: secondary },
  })
  return (
    <Stack sx={{ gap: 4, p: { sm: 5 }, alignItems: 'center' }}>
      <CertificatePicture
        label={t('certificates.sample.title')}
        company={name}
        logo={logo}
        person={t('certificates.sample.person')}
        course={t('certificates.sample.course')}
        foot={`${format.date(new Date())} · ${t('certificates.sample.number')}`}
        colors={{ primary, on: readableOn(primary), secondary }}
      />
      <Button
        component="a"
        href={`${urlFor.get('certificates.sample').url}?${query.toString()}`}
        download
        startIcon={<Icon name="download" />}
      >
        {t('certificates.sample.download')}
      </Button>
    </Stack>
  )
}

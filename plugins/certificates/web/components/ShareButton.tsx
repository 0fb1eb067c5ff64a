import { Button } from '@mui/material'
import { useT } from '#web/i18n'
import { pagePath } from '#web/shell'
import { Icon, useToast } from '#web/ui'
import type { OwnCertificate } from '../../server/transformers/certificate_transformer.js'

/** Passes on the page where anyone sees that the certificate counts: by the device's own sheet, or as a copied link. */
export function ShareButton({ certificate: { token, course_name: course } }: { certificate: OwnCertificate }) {
  const t = useT()
  const toast = useToast()
  const share = async () => {
    const url = new URL(pagePath('certificates.status', { token }) ?? '/', location.origin).href
    try {
      if ('share' in navigator) return await navigator.share({ title: t('certificates.card.share_title', { course }), url })
      await (navigator as Navigator).clipboard.writeText(url)
      toast.success(t('certificates.card.copied'))
    } catch (error) {
      // Closing the sheet is no failure. Where nothing may be copied, the address is shown to be taken by hand.
      if (!(error instanceof DOMException && error.name === 'AbortError')) toast.info(url, { duration: 0 })
    }
  }
  return (
    <Button size="large" variant="outlined" color="inherit" startIcon={<Icon name="link" />} onClick={() => void share()}>
      {t('certificates.card.share')}
    </Button>
  )
}

import { Button } from '@mui/material'
import { useT } from '#web/i18n'
import { pagePath } from '#web/shell'
import { Icon, useToast } from '#web/ui'
import type { OwnCertificate } from '../../server/transformers/certificate_transformer.js'

/** Shares the public page of the certificate: with the device's share sheet, or by copying the link. */
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
      // Closing the sheet is no failure. Without clipboard access the address is shown to copy by hand.
      if (!(error instanceof DOMException && error.name === 'AbortError')) toast.info(url, { duration: 0 })
    }
  }
  return (
    <Button size="large" variant="outlined" color="inherit" startIcon={<Icon name="link" />} onClick={() => void share()}>
      {t('certificates.card.share')}
    </Button>
  )
}

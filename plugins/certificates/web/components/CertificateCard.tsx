import { Box, Button, Stack, Typography } from '@mui/material'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { api, urlFor, useApiQuery } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { isFramed } from '#web/session'
import { pagePath } from '#web/shell'
import { ErrorState, Icon, LoadingState, Section, ToneChip } from '#web/ui'
import type { OwnCertificate } from '../../server/transformers/certificate_transformer.js'
import { CertificatePreview } from './CertificatePreview.js'
import { ShareButton } from './ShareButton.js'
import { STATUS_LOOK } from './status_look.js'

/** Maximum number of requests for a certificate that is still being generated, and their interval in milliseconds. */
const TRIES = 10
const PAUSE = 2000

interface CertificateCardProps {
  participationId: number
  /** In a list whose items have their own frame and heading. */
  compact?: boolean
}

/** Below a passed course (learning's `courseResultSlot`): the certificate, to download and show. */
export default function CertificateCard({ participationId, compact = false }: CertificateCardProps) {
  const t = useT()
  const [tries, setTries] = useState(0)
  // One request serves every card of a page with many results.
  const mine = useApiQuery(['certificates', 'mine'], () => api.certificates.mine({}))
  const certificate = mine.data?.data.find((candidate) => candidate.participation_id === participationId)
  const waiting = mine.isSuccess && !certificate && tries < TRIES
  const { refetch } = mine

  useEffect(() => {
    if (!waiting) return
    const timer = setTimeout(() => {
      setTries((count) => count + 1)
      void refetch()
    }, PAUSE)
    return () => clearTimeout(timer)
  }, [waiting, tries, refetch])

  const body = () => {
    if (certificate) return <Ready certificate={certificate} compact={compact} />
    if (mine.error) return <ErrorState error={mine.error} part="certificates" onRetry={() => void refetch()} />
    if (mine.isPending) return <LoadingState count={2} />
    return (
      <Typography role="status" sx={{ color: 'text.secondary' }}>
        {t(waiting ? 'certificates.card.waiting' : 'certificates.card.late')}
      </Typography>
    )
  }
  if (compact) return <Box sx={{ borderTop: '1px solid', borderColor: 'divider', pt: 4, mt: 1 }}>{body()}</Box>
  return (
    <Section title={t('certificates.card.title')} action={certificate && <Status certificate={certificate} />}>
      {body()}
    </Section>
  )
}

function Status({ certificate: { status } }: { certificate: OwnCertificate }) {
  const t = useT()
  return <ToneChip {...STATUS_LOOK[status]} label={t(`certificates.status.${status}`)} />
}

function Ready({ certificate, compact }: { certificate: OwnCertificate; compact: boolean }) {
  const t = useT()
  const format = useFormat()
  const { id, status, token, valid_until: validUntil, revoked_at: revokedAt } = certificate
  const until = () => {
    if (status === 'revoked') return t('certificates.card.revoked', { date: revokedAt ? format.date(revokedAt) : '' })
    if (!validUntil) return t('certificates.card.no_end')
    return t(status === 'expired' ? 'certificates.card.expired' : 'certificates.card.valid_until', {
      date: format.day(validUntil),
    })
  }
  const words = (
    <Typography>
      {until()}
      <Typography component="span" variant="body2" sx={{ display: 'block', color: 'text.secondary' }}>
        {certificate.number}
      </Typography>
    </Typography>
  )
  const download = (
    <Button
      size={compact ? 'medium' : 'large'}
      variant={compact ? 'outlined' : 'contained'}
      component="a"
      href={urlFor.get('certificates.pdf', { id }).url}
      download
      startIcon={<Icon name="download" />}
    >
      {t('certificates.card.download')}
    </Button>
  )
  const check = (
    <Button
      variant="text"
      component={Link}
      to={pagePath('certificates.qrcode', { token }) ?? ''}
      // In another system's frame the course stays open.
      {...(isFramed && { target: '_blank', rel: 'noopener' })}
      startIcon={<Icon name="qr" />}
    >
      {t('certificates.card.check')}
    </Button>
  )
  if (compact)
    return (
      <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 4, justifyContent: 'space-between', alignItems: { sm: 'center' } }}>
        {words}
        <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 2 }}>
          {download}
          {check}
        </Stack>
      </Stack>
    )
  return (
    <Box sx={{ display: 'grid', gap: 6, gridTemplateColumns: { xs: '1fr', sm: '3fr 2fr' }, alignItems: 'center' }}>
      <CertificatePreview certificate={certificate} />
      <Stack sx={{ gap: 4 }}>
        {words}
        <Stack sx={{ gap: 2 }}>
          {download}
          {status === 'valid' && <ShareButton certificate={certificate} />}
          {check}
        </Stack>
      </Stack>
    </Box>
  )
}

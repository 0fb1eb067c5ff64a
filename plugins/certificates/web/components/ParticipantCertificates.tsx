import { Button, Stack, Typography } from '@mui/material'
import { useState } from 'react'
import { can } from '#core/contract/access'
import { api, urlFor, useApiQuery, withQuery } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { useAllowed } from '#web/session'
import { EmptyState, ErrorState, Icon, LoadingState, ToneChip } from '#web/ui'
import type { ListedCertificate } from '../../server/transformers/certificate_transformer.js'
import { RevokeDialog } from './RevokeDialog.js'
import { STATUS_LOOK } from './status_look.js'

/** A tab of a participant (people's `participantTabSlot`): their certificates, to download and to withdraw. */
export default function ParticipantCertificates({ membershipId }: { membershipId: number }) {
  const t = useT()
  const [revoking, setRevoking] = useState<ListedCertificate | null>(null)
  const query = useApiQuery(['certificates', 'participant', membershipId], () =>
    api.certificates.index(withQuery({ membership: membershipId, per_page: 100 })),
  )
  const body = () => {
    if (!query.data) {
      if (query.error) return <ErrorState error={query.error} part="certificates" onRetry={() => void query.refetch()} />
      return <LoadingState shape="rows" count={1} />
    }
    if (!query.data.data.length)
      return <EmptyState icon="badge" title={t('certificates.panel.none')} text={t('certificates.panel.none_text')} />
    return (
      <Stack component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {query.data.data.map((certificate) => (
          <CertificateLine key={certificate.id} certificate={certificate} onRevoke={() => setRevoking(certificate)} />
        ))}
      </Stack>
    )
  }
  return (
    <>
      {body()}
      {revoking && <RevokeDialog certificate={revoking} onClose={() => setRevoking(null)} />}
    </>
  )
}

interface CertificateLineProps {
  certificate: ListedCertificate
  onRevoke: () => void
}

function CertificateLine({ certificate, onRevoke }: CertificateLineProps) {
  const t = useT()
  const format = useFormat()
  const mayRevoke = useAllowed(can('certificates.revoke'))
  const { id, status, number, course_name: course, valid_until: validUntil, revoked_at: revokedAt, revoked_reason: reason } = certificate
  const until = () => {
    if (status === 'revoked') return t('certificates.panel.revoked_on', { date: revokedAt ? format.date(revokedAt) : '' })
    if (!validUntil) return t('certificates.card.no_end')
    return t(status === 'expired' ? 'certificates.card.expired' : 'certificates.card.valid_until', {
      date: format.day(validUntil),
    })
  }
  return (
    <Stack
      component="li"
      sx={{
        gap: 2,
        py: 3,
        borderBottom: '1px solid',
        borderColor: 'divider',
        '&:last-of-type': { borderBottom: 0 },
        '&:first-of-type': { pt: 0 },
      }}
    >
      <Stack direction="row" sx={{ gap: 3, justifyContent: 'space-between', alignItems: 'flex-start' }}>
        <Typography sx={{ fontWeight: 550, minWidth: 0 }}>{course}</Typography>
        <ToneChip {...STATUS_LOOK[status]} label={t(`certificates.status.${status}`)} />
      </Stack>
      <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {number} · {until()}
        {reason && (
          <Typography component="span" variant="body2" sx={{ display: 'block' }}>
            {t('certificates.panel.reason', { reason })}
          </Typography>
        )}
      </Typography>
      <Stack direction="row" sx={{ gap: 1, mx: -3, my: -1 }}>
        <Button
          size="small"
          component="a"
          href={urlFor.get('certificates.pdf', { id }).url}
          download
          startIcon={<Icon name="download" />}
          aria-label={t('certificates.panel.download_number', { number })}
        >
          {t('certificates.panel.download')}
        </Button>
        {mayRevoke && status !== 'revoked' && (
          <Button
            size="small"
            color="error"
            startIcon={<Icon name="blocked" />}
            aria-label={t('certificates.panel.revoke_number', { number })}
            onClick={onRevoke}
          >
            {t('certificates.panel.revoke')}
          </Button>
        )}
      </Stack>
    </Stack>
  )
}

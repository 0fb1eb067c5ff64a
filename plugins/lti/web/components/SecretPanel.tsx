import { Alert, Button, Stack, Typography } from '@mui/material'
import { request, useApiMutation } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { type ShownSecret, type ShownSource, pathOf } from '../calls.js'
import { CopyLine } from './CopyLine.js'

/** A secret, shown only once. */
export function SecretPanel({ made: { source, secret }, onClose }: { made: ShownSecret; onClose: () => void }) {
  const t = useT()
  const format = useFormat()
  return (
    <Stack sx={{ gap: 5 }}>
      <Alert severity="warning">{t('lti.sources.secret_once')}</Alert>
      <CopyLine label={t('lti.sources.secret')} value={secret} />
      <CopyLine label={t('lti.sources.issuer')} value={source.issuer} />
      {source.old_until && <Typography>{t('lti.sources.old_until', { moment: format.dateTime(source.old_until) })}</Typography>}
      <Button variant="outlined" onClick={onClose} sx={{ alignSelf: 'flex-start' }}>
        {t('lti.sources.secret_kept')}
      </Button>
    </Stack>
  )
}

interface RenewPanelProps {
  company: string
  source: ShownSource
  onMade: (made: ShownSecret) => void
}

/** Replaces a secret: with time to change it in the other system, or at once because the old one has leaked. */
export function RenewPanel({ company, source, onMade }: RenewPanelProps) {
  const t = useT()
  const renew = useApiMutation(
    (keep: boolean) =>
      request<{ data: ShownSecret }>(`${pathOf(company, 'sources')}/${source.id}/secret`, { method: 'POST', body: { keep } }),
    { refresh: [['lti']], onSuccess: ({ data }) => onMade(data) },
  )
  return (
    <Stack sx={{ gap: 5 }}>
      {[true, false].map((keep) => (
        <Stack key={String(keep)} sx={{ gap: 2, alignItems: 'flex-start' }}>
          <Typography>{t(keep ? 'lti.sources.renew_keep_text' : 'lti.sources.renew_end_text')}</Typography>
          <Button
            variant={keep ? 'contained' : 'outlined'}
            color={keep ? 'primary' : 'error'}
            disabled={renew.isPending}
            onClick={() => renew.mutate(keep)}
          >
            {t(keep ? 'lti.sources.renew_keep' : 'lti.sources.renew_end')}
          </Button>
        </Stack>
      ))}
    </Stack>
  )
}

import { Alert, Box, Stack, Typography } from '@mui/material'
import { useState } from 'react'
import { api, urlFor, useApiQuery } from '#web/api'
import { nativeName, useFormat, useT } from '#web/i18n'
import { ErrorState, Icon, LoadingState, SidePanel, ToneChip } from '#web/ui'
import { MailStatus } from './MailStatus.js'
import { SendAgain } from './SendAgain.js'

const TROUBLE = new Set(['failed', 'uncertain', 'bounced', 'held'])
const AGAIN = new Set(['failed', 'uncertain', 'left', 'kept', 'bounced', 'held'])

/** One mail as its reader sees it, in a frame that runs nothing. */
export function MailPanel({ id, delivers, onClose }: { id: string | null; delivers: boolean; onClose: () => void }) {
  const t = useT()
  const format = useFormat()
  // While the panel closes it still shows its mail.
  const [shown, setShown] = useState(id)
  if (id && id !== shown) setShown(id)
  const query = useApiQuery(['mails', 'mail', shown], () => api.mails.outbox.show({ params: { id: shown ?? '' } }), {
    enabled: shown !== null,
  })
  const mail = query.data?.data
  return (
    <SidePanel
      open={id !== null}
      onClose={onClose}
      width={720}
      title={mail?.subject ?? t('mails.outbox.title')}
      subtitle={
        mail && (
          <Stack direction="row" sx={{ gap: 2 }}>
            <MailStatus status={mail.status} />
            {mail.is_test && <ToneChip tone="neutral" icon="mails" label={t('mails.test')} />}
          </Stack>
        )
      }
    >
      {mail ? (
        <Stack sx={{ gap: 4 }}>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {t('mails.panel.to', { name: mail.to_name, email: mail.to_email })}
            <br />
            {t(mail.from_name ? 'mails.panel.from' : 'mails.panel.from_platform', {
              name: mail.from_name,
              date: format.dateTime(mail.created_at),
              language: nativeName(mail.language),
            })}
          </Typography>
          <Alert
            severity={TROUBLE.has(mail.status) ? 'warning' : 'info'}
            action={delivers && AGAIN.has(mail.status) ? <SendAgain id={mail.id} /> : undefined}
          >
            {t(`mails.explain.${mail.status}`, { attempts: mail.attempts, date: mail.sent_at ? format.dateTime(mail.sent_at) : '' })}
            {mail.last_error && <Box sx={{ mt: 1, overflowWrap: 'anywhere' }}>{mail.last_error}</Box>}
          </Alert>
          {mail.is_sealed && <Alert severity="info">{t('mails.sealed', { id: mail.id })}</Alert>}
          {mail.attachments.length > 0 && (
            <Stack component="ul" aria-label={t('mails.attachments')} sx={{ m: 0, p: 0, gap: 1, listStyle: 'none' }}>
              {mail.attachments.map(({ name, size }) => (
                <Stack component="li" key={name} direction="row" sx={{ gap: 1.5, alignItems: 'center' }}>
                  <Icon name="attachment" fontSize="small" />
                  <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
                    {t('mails.attachment', { name, size: Math.max(1, Math.round(size / 1024)) })}
                  </Typography>
                </Stack>
              ))}
            </Stack>
          )}
          <Box
            component="iframe"
            title={mail.subject}
            src={urlFor.get('mails.outbox.html', { id: mail.id }).url}
            sx={{ width: '100%', height: '70vh', border: 1, borderColor: 'divider', borderRadius: '8px', bgcolor: '#fff' }}
          />
        </Stack>
      ) : query.error ? (
        <ErrorState error={query.error} part="mails" onRetry={() => void query.refetch()} />
      ) : (
        <LoadingState shape="rows" count={5} />
      )}
    </SidePanel>
  )
}

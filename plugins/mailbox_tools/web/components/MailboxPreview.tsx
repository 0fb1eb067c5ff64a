import { Stack, Typography } from '@mui/material'
import { useFormat, useT } from '#web/i18n'
import { ErrorState, LoadingState, Section } from '#web/ui'
import { usePreview } from '../queries.js'

/** The first messages of a mailbox, to check that it is the right one. */
export function MailboxPreview({ token }: { token: string }) {
  const t = useT()
  const format = useFormat()
  const { data, error, refetch } = usePreview(token)
  if (error) return <ErrorState error={error} part="mailbox_tools" onRetry={() => void refetch()} />
  if (!data) return <LoadingState shape="rows" count={3} />
  return (
    <Section title={t('mailbox_tools.preview')}>
      {!data.data.length && <Typography>{t('mailbox_tools.no_messages')}</Typography>}
      <Stack component="ul" sx={{ m: 0, p: 0, listStyle: 'none', gap: 4 }}>
        {data.data.map((message, index) => (
          <li key={index}>
            <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{message.subject || t('mailbox_tools.no_subject')}</Typography>
            <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
              {[
                message.from_name || message.from_address,
                message.date && format.dateTime(message.date),
                message.note && t(`mailbox_tools.note.${message.note}`),
              ]
                .filter(Boolean)
                .join(' · ')}
            </Typography>
            <Typography
              variant="body2"
              sx={{ overflowWrap: 'anywhere', display: '-webkit-box', WebkitLineClamp: 2, WebkitBoxOrient: 'vertical', overflow: 'hidden' }}
            >
              {message.text}
            </Typography>
          </li>
        ))}
      </Stack>
    </Section>
  )
}

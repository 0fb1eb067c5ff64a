import { Stack, Typography } from '@mui/material'
import { api, useApiQuery } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { EmptyState, ErrorState, LoadingState, ToneChip, type IconName } from '#web/ui'
import type { SentMail } from '../../server/transformers/participant_transformer.js'

const LOOKS = {
  waiting: ['info', 'waiting'],
  sending: ['info', 'waiting'],
  kept: ['neutral', 'mails'],
  sent: ['success', 'success'],
  failed: ['error', 'error'],
  uncertain: ['warning', 'warning'],
  left: ['warning', 'warning'],
  bounced: ['error', 'error'],
  held: ['warning', 'pause'],
} as const satisfies Record<SentMail['status'], readonly [string, IconName]>

/** The mails to one person and their status, without their text. */
export default function PersonMails({ membershipId }: { membershipId: number }) {
  const t = useT()
  const format = useFormat()
  const query = useApiQuery(['people', 'mails', membershipId], () => api.people.participants.mails({ params: { id: membershipId } }))
  const mails = query.data?.data as SentMail[] | undefined
  if (query.error) return <ErrorState error={query.error} part="people" onRetry={() => void query.refetch()} />
  if (!mails) return <LoadingState shape="rows" count={4} />
  if (!mails.length) return <EmptyState icon="mails" title={t('people.mails.none')} text={t('people.mails.none_text')} />
  return (
    <Stack component="ul" sx={{ m: 0, p: 0, gap: 4, listStyle: 'none' }}>
      {mails.map(({ id, subject, status, at }) => (
        <Stack component="li" key={id} sx={{ gap: 1, alignItems: 'flex-start' }}>
          <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{subject}</Typography>
          <Stack direction="row" sx={{ gap: 3, alignItems: 'center', flexWrap: 'wrap' }}>
            <ToneChip tone={LOOKS[status][0]} icon={LOOKS[status][1]} label={t(`people.mails.status.${status}`)} />
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {format.dateTime(at)}
            </Typography>
          </Stack>
        </Stack>
      ))}
    </Stack>
  )
}

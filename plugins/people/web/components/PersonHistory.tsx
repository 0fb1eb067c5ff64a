import { Stack, Typography } from '@mui/material'
import { api, useApiQuery } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { EmptyState, ErrorState, LoadingState } from '#web/ui'

const KNOWN = [
  ...['member.added', 'member.details', 'member.skills', 'member.access', 'member.password_reset', 'membership.active'],
  ...['membership.inactive', 'invitation.again', 'invitation.withdraw', 'second_factor.reset'],
  ...['member.merged', 'member.moved_away', 'member.moved_here'],
]

/** Who did what about one person's account, newest first. */
export default function PersonHistory({ membershipId }: { membershipId: number }) {
  const t = useT()
  const format = useFormat()
  const query = useApiQuery(['people', 'history', membershipId], () => api.people.profiles.history({ params: { id: membershipId } }))
  if (query.error) return <ErrorState error={query.error} part="people" onRetry={() => void query.refetch()} />
  if (!query.data) return <LoadingState shape="rows" count={4} />
  const acts = query.data.data
  if (!acts.length) return <EmptyState icon="time" title={t('people.history.none')} text={t('people.history.none_text')} />
  const roleOf = (role: unknown) => t(`people.role.${String(role)}`)
  return (
    <Stack component="ol" sx={{ m: 0, p: 0, gap: 4, listStyle: 'none' }}>
      {acts.map(({ id, action, at, by, details }) => (
        <Stack component="li" key={id} sx={{ pl: 4, borderLeft: '2px solid', borderColor: 'divider' }}>
          <Typography sx={{ fontWeight: 600 }}>
            {KNOWN.includes(action) ? t(`people.history.act.${action.replace('.', '_')}`) : t('people.history.other')}
          </Typography>
          {action === 'member.access' && details.from !== details.to && (
            <Typography variant="body2">{t('people.history.from_to', { from: roleOf(details.from), to: roleOf(details.to) })}</Typography>
          )}
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {format.dateTime(at)} · {by ? t('people.history.by', { name: by }) : t('people.history.platform')}
          </Typography>
        </Stack>
      ))}
    </Stack>
  )
}

import { Button, Stack, Typography } from '@mui/material'
import { api, useApiPages } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { EmptyState, ErrorState, LoadingState } from '#web/ui'

/** The history of one person, newest first, in sentences written by the server. */
export default function PersonHistory({ membershipId }: { membershipId: number }) {
  const t = useT()
  const format = useFormat()
  const pages = useApiPages(
    ['people', 'history', membershipId],
    (before) => api.people.profiles.history({ params: { id: membershipId }, query: before ? { before } : {} }),
    ({ next }) => next,
  )
  if (pages.error) return <ErrorState error={pages.error} part="people" onRetry={() => void pages.refetch()} />
  if (!pages.data) return <LoadingState shape="rows" count={4} />
  const acts = pages.data.pages.flatMap(({ data }) => data)
  if (!acts.length) return <EmptyState icon="time" title={t('people.history.none')} text={t('people.history.none_text')} />
  const whoOf = ({ by, side }: (typeof acts)[number]) => {
    if (by) return t('people.history.by', { name: by })
    if (side === 'unknown') return null
    return t(side === 'platform' ? 'people.history.platform' : `people.history.by_${side}`)
  }
  return (
    <Stack sx={{ gap: 4 }}>
      <Stack component="ol" sx={{ m: 0, p: 0, gap: 4, listStyle: 'none' }}>
        {acts.map((act) => (
          <Stack component="li" key={act.key} sx={{ pl: 4, borderLeft: '2px solid', borderColor: 'divider' }}>
            <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{act.text}</Typography>
            {act.detail && (
              <Typography variant="body2" sx={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
                {act.detail}
              </Typography>
            )}
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {[format.dateTime(act.at), whoOf(act)].filter(Boolean).join(' · ')}
            </Typography>
          </Stack>
        ))}
      </Stack>
      {pages.hasNextPage && (
        <Button
          variant="outlined"
          loading={pages.isFetchingNextPage}
          onClick={() => void pages.fetchNextPage()}
          sx={{ alignSelf: 'flex-start' }}
        >
          {t('people.history.more')}
        </Button>
      )}
    </Stack>
  )
}

import { Button, Link, Paper, Stack, Typography } from '@mui/material'
import { Link as RouterLink, useNavigate } from 'react-router'
import { api, useApiMutation, useApiQuery } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { EmptyState, ErrorState, LoadingState, PageHeader, SegmentedControl, ToneChip, useUrlParams } from '#web/ui'
import { REVIEWS_COUNTED } from '../../contract/states.js'
import { OpenComplaints } from '../components/OpenComplaints.js'
import { reviewPath } from '../paths.js'

const TABS = ['todo', 'doing', 'done', 'complaints'] as const
type Tab = (typeof TABS)[number]
type Line = Awaited<ReturnType<typeof api.proctoring.reviews.index>>['data'][number]

/** A tab's number: "10000+" when there are more. */
const countOf = (count = 0) => (count > REVIEWS_COUNTED ? `${REVIEWS_COUNTED}+` : count)

/** /proctoring: the attempts that examiners have to review, oldest first. */
export default function ReviewsPage() {
  const t = useT()
  const [params, setParams] = useUrlParams()
  const asked = params.get('tab') as Tab | null
  const tab = asked && TABS.includes(asked) ? asked : 'todo'
  const query = useApiQuery(
    ['proctoring', 'reviews', tab],
    () => api.proctoring.reviews.index({ query: { tab: tab === 'complaints' ? 'todo' : tab } }),
    {
      live: true,
      keepPrevious: true,
    },
  )
  const counts = query.data?.counts
  return (
    <>
      <PageHeader title={t('proctoring.title')} text={t(tab === 'done' ? 'proctoring.text_done' : 'proctoring.text')} />
      <Stack sx={{ gap: 5 }}>
        <SegmentedControl
          label={t('proctoring.list.tabs')}
          value={tab}
          onChange={(next) => setParams((url) => (next === 'todo' ? url.delete('tab') : url.set('tab', next)))}
          options={TABS.map((value) => ({ value, label: t(`proctoring.list.${value}`, { count: countOf(counts?.[value]) }) }))}
        />
        {tab === 'complaints' ? (
          <OpenComplaints />
        ) : query.error && !query.data ? (
          <ErrorState error={query.error} part="proctoring" title={t('proctoring.list.failed')} onRetry={() => void query.refetch()} />
        ) : !query.data ? (
          <LoadingState shape="cards" count={3} />
        ) : query.data.data.length === 0 ? (
          <EmptyState icon="review" title={t(`proctoring.list.none_${tab}`)} text={t(`proctoring.list.none_${tab}_text`)} />
        ) : (
          <Stack component="ul" sx={{ listStyle: 'none', p: 0, m: 0, gap: 3 }}>
            {query.data.data.map((line) => (
              <ReviewLine key={line.attempt} line={line} tab={tab} />
            ))}
          </Stack>
        )}
      </Stack>
    </>
  )
}

function ReviewLine({ line, tab }: { line: Line; tab: Tab }) {
  const t = useT()
  const format = useFormat()
  const navigate = useNavigate()
  const to = reviewPath(line)
  const claim = useApiMutation(() => api.proctoring.reviews.claim({ params: { attempt: line.attempt } }), {
    refresh: [['proctoring']],
    onSuccess: () => void navigate(to),
  })
  const decided = tab === 'done' ? line.decided_at : null
  const when = decided ?? line.appealed_at ?? line.submitted_at
  return (
    <Paper component="li" variant="outlined" sx={{ p: { xs: 4, sm: 5 } }}>
      <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 3, alignItems: { sm: 'center' } }}>
        <Stack sx={{ flex: 1, minWidth: 0, gap: 1 }}>
          <Link component={RouterLink} to={to} sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
            {line.name}
          </Link>
          <Typography sx={{ overflowWrap: 'anywhere' }}>{`${line.course} · ${line.quiz}`}</Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {t(decided ? 'proctoring.list.decided' : 'proctoring.list.submitted', { date: when ? format.dateTime(when) : '' })}
          </Typography>
        </Stack>
        {line.state !== 'todo' && (
          <ToneChip
            tone={line.state === 'approved' ? 'success' : line.state === 'rejected' ? 'error' : 'warning'}
            icon={line.state === 'approved' ? 'success' : line.state === 'rejected' ? 'error' : 'review'}
            label={t(`proctoring.list.state_${line.state}`)}
          />
        )}
        {tab === 'doing' && (
          <ToneChip tone="neutral" icon="person" label={t(line.mine ? 'proctoring.list.mine' : 'proctoring.list.other')} />
        )}
        {tab === 'done' || (line.claimed && !line.mine) ? (
          <Button component={RouterLink} to={to} variant="outlined">
            {t('proctoring.list.open')}
          </Button>
        ) : (
          <Button variant="contained" loading={claim.isPending} onClick={() => claim.mutate(undefined)}>
            {t(line.mine ? 'proctoring.list.go_on' : 'proctoring.list.review')}
          </Button>
        )}
      </Stack>
    </Paper>
  )
}

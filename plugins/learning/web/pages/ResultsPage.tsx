import { Box, Button, Paper, Stack, Typography } from '@mui/material'
import { Link } from 'react-router'
import { useFormat, useT } from '#web/i18n'
import { EmptyState, ErrorState, LoadingState, PageHeader, Progress, SlotOutlet, StatusChip } from '#web/ui'
import { participationStatuses } from '#plugins/learning/contract/statuses'
import { courseResultSlot, resultsSlot } from '../../contract/index.js'
import { trainingsPath } from '../paths.js'
import { useTrainings } from '../queries.js'

/** Statuses of finished courses; open ones are listed under trainings. */
const OVER: readonly string[] = ['passed', 'failed', 'expired', 'no_show', 'cancelled']

/** Ended without being finished. */
const ENDED: readonly string[] = ['no_show', 'cancelled']

/**
 * /deelnemer/resultaten: finished courses and how far the person came, with grade, date and parts of other plugins, such as the
 * certificate.
 */
export default function ResultsPage() {
  const t = useT()
  const format = useFormat()
  const { data, error, isPending, refetch } = useTrainings()
  const finished = (data?.data ?? []).filter(({ status }) => OVER.includes(status))

  return (
    <>
      <PageHeader title={t('learning.results.title')} text={t('learning.results.text')} />
      {isPending && <LoadingState shape="cards" />}
      {error && <ErrorState error={error} part="learning" title={t('learning.results.failed_to_load')} onRetry={() => void refetch()} />}
      {data && !finished.length && (
        <EmptyState
          icon="trophy"
          title={t('learning.results.empty')}
          text={t('learning.results.empty_text')}
          action={
            <Button variant="contained" component={Link} to={trainingsPath()}>
              {t('learning.results.to_trainings')}
            </Button>
          }
        />
      )}
      <Stack component="ul" sx={{ listStyle: 'none', p: 0, m: 0, gap: 4 }}>
        {finished.map((training) => (
          <Box component="li" key={training.id}>
            <Paper component="article" variant="outlined" sx={{ p: { xs: 4, sm: 5 } }}>
              <Stack sx={{ gap: 3 }}>
                <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap', alignItems: 'center' }}>
                  <Typography variant="h3" component="h2">
                    {training.name}
                  </Typography>
                  <StatusChip of={participationStatuses} status={training.status} />
                </Stack>
                <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                  {[
                    training.finished_at &&
                      t(ENDED.includes(training.status) ? 'learning.results.ended_on' : 'learning.results.finished_on', {
                        date: format.date(training.finished_at),
                      }),
                    training.grade !== null && t('learning.grade', { grade: training.grade }),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </Typography>
                <Progress value={training.progress} label={t('learning.progress_label')} />
                {training.status === 'passed' && (
                  <SlotOutlet slot={courseResultSlot} with={{ participationId: training.id, compact: true }} />
                )}
              </Stack>
            </Paper>
          </Box>
        ))}
      </Stack>
      <Stack sx={{ gap: 4, mt: 4 }}>
        <SlotOutlet slot={resultsSlot} with={{}} />
      </Stack>
    </>
  )
}

import { Alert, Box, Button, Link, Paper, Stack, Typography } from '@mui/material'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { activityStatuses } from '#plugins/learning/contract/statuses'
import { api, useApiMutation } from '#web/api'
import { useT } from '#web/i18n'
import { openWindow } from '#web/session'
import { usePageTitle } from '#web/shell'
import { Icon, LoadingState, PageHeader, RichText, StatusChip } from '#web/ui'
import { StepFooter } from '../components/StepFooter.js'
import { StepProblem } from '../components/StepProblem.js'
import { useStep } from '../components/use_step.js'
import { activityPath, coursePath } from '../paths.js'
import { REFRESH_ALL } from '../queries.js'
import { useIds } from '../use_ids.js'

/** An activity that is done elsewhere: a link to it, and how it is confirmed. */
export default function ExternalPage() {
  const t = useT()
  const navigate = useNavigate()
  const { participation, activity: id } = useIds('participation', 'activity')
  // Another person confirms it while this page stays open.
  const { course, activity, error, isPending, retry, next, trail } = useStep(participation, id, { live: true })
  const [blocked, setBlocked] = useState<string | null>(null)
  usePageTitle(activity?.title)
  const params = { participation, activity: id }
  const launch = useApiMutation(() => api.learning.activities.launch({ params }), { refresh: REFRESH_ALL })
  const report = useApiMutation(() => api.learning.activities.report({ params }), { refresh: REFRESH_ALL })

  if (isPending) return <LoadingState shape="page" count={5} />
  if (error || !activity?.external) return <StepProblem error={error} participation={participation} course={course} onRetry={retry} />
  const { host, finished_by: finishedBy } = activity.external
  const { status } = activity
  const isRunning = course?.status === 'busy'
  const bySupervisor = finishedBy === 'supervisor'

  /** The click itself must open the window: one that opens after a response is blocked as a pop-up. */
  const go = () => {
    const opened = openWindow()
    launch.mutate(undefined, {
      onSuccess: ({ data }) => {
        if (opened) opened.goElsewhere(data.address)
        else setBlocked(data.address)
      },
      onError: () => opened?.close(),
    })
  }

  const openButton = (variant: 'contained' | 'outlined') => (
    <Button variant={variant} size="large" endIcon={<Icon name="external" />} loading={launch.isPending} onClick={go}>
      {t(status === 'not_started' ? 'learning.external.open' : 'learning.external.open_again')}
    </Button>
  )

  return (
    <>
      <PageHeader
        title={activity.title}
        trail={trail}
        badge={status !== 'not_started' && <StatusChip of={activityStatuses} status={status} />}
      />
      <Stack sx={{ gap: 5 }}>
        <RichText html={activity.body} />
        {status === 'finished' ? (
          <Alert severity="success">{t('learning.external.finished')}</Alert>
        ) : (
          <Paper variant="outlined" sx={{ p: { xs: 4, sm: 6 }, display: 'grid', gap: 4 }}>
            <Stack direction="row" sx={{ gap: 3, alignItems: 'flex-start' }}>
              <Icon name="external" sx={{ color: 'text.secondary', mt: 1 }} />
              <Box sx={{ minWidth: 0 }}>
                <Typography sx={{ fontWeight: 650, overflowWrap: 'anywhere' }}>{t('learning.external.elsewhere', { host })}</Typography>
                <Typography variant="body2" sx={{ color: 'text.secondary' }} role="status">
                  {t(status === 'waiting' ? 'learning.external.waiting' : `learning.external.by_${finishedBy}`, { host })}
                </Typography>
              </Box>
            </Stack>
            {isRunning && (
              <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 2 }}>
                {openButton(bySupervisor && status !== 'not_started' ? 'outlined' : 'contained')}
                {bySupervisor && status === 'doing' && (
                  <Button variant="contained" size="large" loading={report.isPending} onClick={() => report.mutate(undefined)}>
                    {t('learning.external.report')}
                  </Button>
                )}
              </Stack>
            )}
            {blocked && (
              <Alert severity="info">
                {t('learning.external.blocked')}{' '}
                <Link href={blocked} target="_blank" rel="noopener noreferrer">
                  {host}
                </Link>
              </Alert>
            )}
          </Paper>
        )}
      </Stack>
      <StepFooter
        back={{ label: t('learning.course.back'), onClick: () => void navigate(coursePath(participation)) }}
        main={
          next && status === 'finished' ? (
            <Button variant="contained" size="large" onClick={() => void navigate(activityPath(participation, next))}>
              {t('learning.richtext.next')}
            </Button>
          ) : undefined
        }
      />
    </>
  )
}

import { Alert, Box, Button, Paper, Stack, Typography } from '@mui/material'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { activityStatuses } from '#plugins/learning/contract/statuses'
import { toApiError, useErrorText } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { usePageTitle } from '#web/shell'
import { Icon, LoadingState, PageHeader, RichText, StatusChip } from '#web/ui'
import { StepFooter } from '../components/StepFooter.js'
import { StepProblem } from '../components/StepProblem.js'
import { usePackage } from '../components/use_package.js'
import { useStep } from '../components/use_step.js'
import { activityPath, coursePath } from '../paths.js'
import { useIds } from '../use_ids.js'

const SANDBOX = 'allow-scripts allow-forms'
/** Allows its pages to access each other, and to open windows and dialogs. It cannot navigate the page around it. */
const SANDBOX_APART = `${SANDBOX} allow-same-origin allow-popups allow-modals`

/** A package. The key remounts everything for another package. */
export default function ScormPage() {
  const ids = useIds('participation', 'activity')
  return <PackageOf key={`${ids.participation}.${ids.activity}`} {...ids} />
}

/** The items of the package, and the frame in which it runs. */
function PackageOf({ participation, activity: id }: { participation: number; activity: number }) {
  const t = useT()
  const format = useFormat()
  const navigate = useNavigate()
  const { ofError } = useErrorText()
  const { course, activity, error, isPending, retry, next, trail } = useStep(participation, id)
  const { frame, isApart, player, open, close, state } = usePackage({ participation, activity: id })
  const [problem, setProblem] = useState<string | null>(null)
  const [opening, setOpening] = useState<number | null>(null)
  usePageTitle(activity?.title)

  if (isPending) return <LoadingState shape="page" count={5} />
  if (error || !activity?.scorm) return <StepProblem error={error} participation={participation} course={course} onRetry={retry} />
  const { items } = activity.scorm
  const isRunning = course?.status === 'busy'
  const play = (item: number) => {
    setOpening(item)
    setProblem(null)
    open(item)
      .catch((thrown: unknown) => setProblem(ofError(toApiError(thrown), 'learning')))
      .finally(() => setOpening(null))
  }
  const label = {
    not_started: 'learning.scorm.start',
    doing: 'learning.scorm.go_on',
    failed: 'learning.scorm.again',
    finished: 'learning.scorm.look',
  }
  const shown = frame && items[frame.item]
  return (
    <>
      <PageHeader
        title={activity.title}
        trail={trail}
        badge={activity.status !== 'not_started' && <StatusChip of={activityStatuses} status={activity.status} />}
      />
      <Stack sx={{ gap: 5 }}>
        {!frame && <RichText html={activity.body} />}
        {problem && <Alert severity="error">{problem}</Alert>}
        {state === 'waiting' && <Alert severity="warning">{t('learning.scorm.not_saved')}</Alert>}
        {state === 'refused' && <Alert severity="warning">{t('learning.scorm.refused')}</Alert>}
        {activity.status === 'finished' && <Alert severity="success">{t('learning.scorm.finished')}</Alert>}
        {shown ? (
          <Box>
            <Box
              component="iframe"
              key={frame.address}
              src={frame.address}
              title={shown.title || activity.title}
              ref={player}
              // The content has another origin than this platform, or none: it cannot read our cookies, pages or requests.
              sandbox={isApart ? SANDBOX_APART : SANDBOX}
              allow="autoplay; fullscreen"
              referrerPolicy="no-referrer"
              sx={{
                display: 'block',
                width: '100%',
                height: { xs: '70vh', sm: 'min(72vh, 760px)' },
                border: 1,
                borderColor: 'divider',
                borderRadius: 1,
                bgcolor: '#fff',
              }}
            />
            <Stack direction="row" sx={{ mt: 3, gap: 3, alignItems: 'center', justifyContent: 'space-between', flexWrap: 'wrap' }}>
              <Typography role="status" variant="body2">
                {t(`learning.scorm.state.${shown.state}`)}
                {shown.score !== null && ` · ${shown.score}%`}
              </Typography>
              <Button variant="outlined" color="inherit" onClick={close}>
                {t('learning.scorm.close')}
              </Button>
            </Stack>
          </Box>
        ) : (
          <Stack component="ul" sx={{ listStyle: 'none', m: 0, p: 0, gap: 3 }}>
            {items.map((item, index) => (
              <Paper component="li" variant="outlined" key={index} sx={{ p: { xs: 4, sm: 5 } }}>
                <Stack
                  direction={{ xs: 'column', sm: 'row' }}
                  sx={{ gap: 3, justifyContent: 'space-between', alignItems: { sm: 'center' } }}
                >
                  <Box sx={{ minWidth: 0 }}>
                    {item.under && item.under !== items[index - 1]?.under && (
                      <Typography variant="overline" sx={{ color: 'text.secondary', display: 'block', lineHeight: 1.6 }}>
                        {item.under}
                      </Typography>
                    )}
                    <Typography sx={{ fontWeight: 650, overflowWrap: 'anywhere' }}>{item.title || activity.title}</Typography>
                    <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                      {[
                        t(`learning.scorm.state.${item.state}`),
                        item.optional && t('learning.scorm.optional'),
                        item.score !== null && `${item.score}%`,
                        item.seconds > 30 && format.minutes(Math.max(1, Math.round(item.seconds / 60))),
                      ]
                        .filter(Boolean)
                        .join(' · ')}
                    </Typography>
                    {isRunning && item.bar && (
                      <Stack direction="row" sx={{ gap: 1.5, mt: 1, alignItems: 'center', color: 'text.secondary' }}>
                        <Icon name="lock" fontSize="small" />
                        <Typography variant="body2">
                          {item.bar === 'attempts_used'
                            ? t('learning.scorm.attempts_used')
                            : item.waits_for.length
                              ? t('learning.scorm.waits_for', { names: format.list(item.waits_for) })
                              : t('learning.scorm.locked')}
                        </Typography>
                      </Stack>
                    )}
                  </Box>
                  {isRunning && !item.bar && (
                    <Button
                      variant={item.state === 'finished' ? 'outlined' : 'contained'}
                      size="large"
                      loading={opening === index}
                      onClick={() => play(index)}
                      sx={{ flexShrink: 0 }}
                    >
                      {t(label[item.state])}
                    </Button>
                  )}
                </Stack>
              </Paper>
            ))}
          </Stack>
        )}
      </Stack>
      <StepFooter
        back={{ label: t('learning.course.back'), onClick: () => void navigate(coursePath(participation)) }}
        main={
          next && activity.status === 'finished' ? (
            <Button variant="contained" size="large" onClick={() => void navigate(activityPath(participation, next))}>
              {t('learning.richtext.next')}
            </Button>
          ) : undefined
        }
      />
    </>
  )
}

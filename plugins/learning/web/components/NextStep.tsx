import { Box, Button, Paper, Stack, Typography } from '@mui/material'
import { useNavigate } from 'react-router'
import { useFormat, useT } from '#web/i18n'
import { Progress } from '#web/ui'
import { isPhoneOrTablet } from '../../contract/device.js'
import { activityPath } from '../paths.js'
import { AttemptsLeft } from './AttemptsLeft.js'
import { ComputerNotice } from './ComputerNotice.js'
import type { Course } from './types.js'

/** The progress, the next step and its duration, with one button to it; or what the person waits for. */
export function NextStep({ course }: { course: Course }) {
  const t = useT()
  const format = useFormat()
  const navigate = useNavigate()
  const steps = course.modules.flatMap(({ activities }) => activities)
  const done = steps.filter(({ status }) => status === 'finished').length
  const onPhone = isPhoneOrTablet()
  const next = steps.find(({ id }) => id === (onPhone ? course.next_on_phone : course.next_activity))
  const needsComputer = onPhone && course.next_activity !== null && course.next_activity !== course.next_on_phone
  const inTurn = next ? undefined : steps.find(({ id }) => id === course.next_activity)?.title
  const waiting = steps.filter(({ status, attempts }) => status === 'waiting' && attempts?.used_up)
  const isNew = course.progress === 0
  return (
    <Paper variant="outlined" sx={{ p: { xs: 4, sm: 5 } }}>
      <Stack sx={{ gap: 5 }}>
        <Progress value={course.progress} label={t('learning.steps_done', { done, total: steps.length })} />
        {next && (
          <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 4, alignItems: { sm: 'center' }, justifyContent: 'space-between' }}>
            <Box sx={{ minWidth: 0 }}>
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {t(isNew ? 'learning.course.first_step' : 'learning.course.next_step')}
              </Typography>
              <Typography variant="h3" component="p" sx={{ overflowWrap: 'anywhere' }}>
                {next.title}
              </Typography>
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {[t(`learning.activity.${next.type}`), next.minutes && format.minutes(next.minutes)].filter(Boolean).join(' · ')}
              </Typography>
            </Box>
            <Button variant="contained" size="large" onClick={() => void navigate(activityPath(course.id, next))} sx={{ flexShrink: 0 }}>
              {t(isNew ? 'learning.course.start' : 'learning.course.continue')}
            </Button>
          </Stack>
        )}
        {needsComputer && (
          <ComputerNotice
            participation={course.id}
            text={
              inTurn
                ? t('learning.computer.now', { quiz: inTurn })
                : t(course.reads_past_quizzes ? 'learning.computer.read_past' : 'learning.computer.read_until')
            }
          />
        )}
        {!next && steps.some(({ status, attempts: tries }) => status === 'waiting' && !tries) && (
          <Typography>{t('learning.external.waiting_course')}</Typography>
        )}
        {waiting.map(({ id, title, attempts }) => (
          <AttemptsLeft key={id} attempts={attempts!} title={title} />
        ))}
      </Stack>
    </Paper>
  )
}

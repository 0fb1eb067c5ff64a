import { Box, Link, Paper, Stack, Typography } from '@mui/material'
import { Link as RouterLink } from 'react-router'
import type { Training } from '#plugins/learning/server/transformers/training_transformer'
import { onHover } from '#themes/index'
import { useFormat, useT } from '#web/i18n'
import { Icon, Progress, StatusChip } from '#web/ui'
import { participationStatuses } from '#plugins/learning/contract/statuses'
import { coursePath } from '../paths.js'
import { stepHere, useTrainingFacts } from '../training_words.js'
import { CoursePicture } from './CoursePicture.js'
import { DueBy } from './DueBy.js'
import { DaysLeft } from './DaysLeft.js'

/** One training in a list; the whole card is a single link. The status is shown unless the list implies it. */
export function TrainingCard({ training, showStatus }: { training: Training; showStatus: boolean }) {
  const t = useT()
  const facts = useTrainingFacts()(training)
  const format = useFormat()
  const step = training.status === 'busy' ? stepHere(training) : null
  const { waiting_until: waitingUntil } = training
  return (
    <Paper
      component="article"
      variant="outlined"
      sx={{
        position: 'relative',
        display: 'flex',
        overflow: 'hidden',
        ...onHover({ borderColor: 'text.secondary' }),
        '&:focus-within': { outline: '3px solid', outlineColor: 'primary.main', outlineOffset: 2 },
      }}
    >
      <CoursePicture picture={training.picture} sx={{ width: { xs: 88, sm: 148 }, flexShrink: 0 }} />
      <Stack sx={{ p: { xs: 3, sm: 4 }, gap: 2, flex: 1, minWidth: 0, justifyContent: 'center', minHeight: 104 }}>
        <Stack direction="row" sx={{ columnGap: 2, rowGap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
          <Typography variant="h3" component="h2" sx={{ overflowWrap: 'anywhere' }}>
            <Link
              component={RouterLink}
              to={coursePath(training.id)}
              underline="none"
              color="inherit"
              sx={{ outline: 'none', '&::after': { content: '""', position: 'absolute', inset: 0 } }}
            >
              {training.name}
            </Link>
          </Typography>
          {showStatus && <StatusChip of={participationStatuses} status={training.status} />}
        </Stack>
        {step && (
          <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
            {t('learning.trainings.next_is', { title: step.title })}
          </Typography>
        )}
        {!step && waitingUntil && (
          <Typography variant="body2">{t('learning.trainings.again_from', { date: format.dateTime(waitingUntil) })}</Typography>
        )}
        <Stack direction="row" sx={{ columnGap: 3, rowGap: 1, flexWrap: 'wrap', typography: 'body2', color: 'text.secondary' }}>
          {facts.length > 0 && <span>{facts.join(' · ')}</span>}
          {training.due_at && <DueBy day={training.due_at} inDays={training.due_in_days!} />}
          {training.expires_in_days !== null && <DaysLeft days={training.expires_in_days} />}
        </Stack>
        {training.status === 'busy' && (
          <Progress value={training.progress} label={t('learning.progress', { progress: training.progress })} hideLabel />
        )}
      </Stack>
      <Box sx={{ display: { xs: 'none', sm: 'flex' }, alignItems: 'center', pr: 4, color: 'text.secondary' }}>
        <Icon name="next" />
      </Box>
    </Paper>
  )
}

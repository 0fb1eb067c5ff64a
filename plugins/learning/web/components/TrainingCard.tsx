import { Button, Paper, Stack, Typography } from '@mui/material'
import { Link } from 'react-router'
import type { Training } from '#plugins/learning/server/transformers/training_transformer'
import { useFormat, useT } from '#web/i18n'
import { Progress, StatusChip } from '#web/ui'
import { participationStatuses } from '#plugins/learning/contract/statuses'
import { coursePath } from '../paths.js'

/** One training in a list: what it is, how far one is, what is next. Of a whole list one is the main one. */
export function TrainingCard({ training, isMain }: { training: Training; isMain: boolean }) {
  const t = useT()
  const format = useFormat()
  const { status } = training
  const isOpen = status === 'registered' || status === 'busy'
  const facts = [
    format.minutes(training.duration_minutes),
    status === 'registered' && training.access_days ? t('learning.access_days', { days: training.access_days }) : null,
    status === 'busy' && training.expires_in_days !== null ? t('learning.expires_in', { days: training.expires_in_days }) : null,
    training.grade !== null && !isOpen ? t('learning.grade', { grade: training.grade }) : null,
    training.finished_at ? t('learning.results.finished_on', { date: format.date(training.finished_at) }) : null,
  ].filter((fact) => fact !== null)
  const label = status === 'registered' ? 'start' : status === 'busy' ? 'continue' : 'view'

  return (
    <Paper component="article" variant="outlined" sx={{ p: { xs: 4, sm: 5 } }}>
      <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 4, alignItems: { sm: 'center' }, justifyContent: 'space-between' }}>
        <Stack sx={{ gap: 2, minWidth: 0, flex: 1 }}>
          <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap', alignItems: 'center' }}>
            <Typography variant="h3" component="h2" sx={{ overflowWrap: 'anywhere' }}>
              {training.name}
            </Typography>
            <StatusChip of={participationStatuses} status={status} />
          </Stack>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {facts.join(' · ')}
          </Typography>
          {status === 'busy' && (
            <Progress value={training.progress} label={t('learning.progress', { progress: training.progress })} hideLabel />
          )}
        </Stack>
        <Button
          component={Link}
          to={coursePath(training.id)}
          variant={isMain ? 'contained' : 'outlined'}
          size="large"
          aria-label={`${t(`learning.trainings.${label}`)}: ${training.name}`}
          sx={{ flexShrink: 0 }}
        >
          {t(`learning.trainings.${label}`)}
        </Button>
      </Stack>
    </Paper>
  )
}

import { Box, Button, Link, Paper, Stack, Typography } from '@mui/material'
import { Link as RouterLink } from 'react-router'
import type { Training } from '#plugins/learning/server/transformers/training_transformer'
import { useFormat, useT } from '#web/i18n'
import { Icon, Progress } from '#web/ui'
import { activityPath, coursePath } from '../paths.js'
import { stepHere, useTrainingFacts } from '../training_words.js'
import { CoursePicture } from './CoursePicture.js'
import { DueBy } from './DueBy.js'
import { DaysLeft } from './DaysLeft.js'

/** Above the trainings: where the person was, what comes next and how long it takes; one click opens the step itself. */
export function ContinueCard({ training }: { training: Training }) {
  const t = useT()
  const format = useFormat()
  const factsOf = useTrainingFacts()
  const { status, waiting_until: waitingUntil } = training
  const isNew = status !== 'busy'
  const step = isNew ? null : stepHere(training)
  // On a phone the next step may be a quiz: the course's page says what to do.
  const needsComputer = !isNew && !step && training.next !== null
  const facts = factsOf(training, needsComputer)
  const heading = step
    ? step.title
    : needsComputer
      ? training.next!.title
      : waitingUntil
        ? t('learning.trainings.again_from', { date: format.dateTime(waitingUntil) })
        : training.name
  const about = step
    ? [t(`learning.activity.${step.type}`), step.minutes ? format.minutes(step.minutes) : null].filter(Boolean).join(' · ')
    : null
  const label = isNew ? 'start' : step ? 'continue' : 'view'
  return (
    <Paper
      component="article"
      variant="outlined"
      sx={{ overflow: 'hidden', display: 'flex', flexDirection: { xs: 'column', sm: 'row' }, mb: 6 }}
    >
      <CoursePicture
        picture={training.picture}
        sx={{
          width: { xs: '100%', sm: 260 },
          height: { xs: 160, sm: 'auto' },
          flexShrink: 0,
        }}
      />
      <Stack sx={{ p: { xs: 4, sm: 5 }, gap: 3, flex: 1, minWidth: 0 }}>
        <Stack sx={{ gap: 1 }}>
          {heading !== training.name && (
            <Link
              component={RouterLink}
              to={coursePath(training.id)}
              underline="hover"
              sx={{ color: 'text.secondary', fontWeight: 550, alignSelf: 'flex-start' }}
            >
              {training.name}
            </Link>
          )}
          <Typography variant="h2" sx={{ overflowWrap: 'anywhere' }}>
            {heading === training.name ? (
              <Link component={RouterLink} to={coursePath(training.id)} underline="hover" color="inherit">
                {heading}
              </Link>
            ) : (
              heading
            )}
          </Typography>
          {about && (
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {about}
            </Typography>
          )}
          {needsComputer && (
            <Typography variant="body2" sx={{ color: 'text.secondary', display: 'flex', gap: 1, alignItems: 'center' }}>
              <Icon name="computer" sx={{ fontSize: 16 }} />
              {t('learning.computer.title')}
            </Typography>
          )}
        </Stack>
        {!isNew && <Progress value={training.progress} label={t('learning.progress', { progress: training.progress })} hideLabel />}
        <Stack
          direction={{ xs: 'column', sm: 'row' }}
          sx={{ gap: 3, alignItems: { sm: 'center' }, justifyContent: 'space-between', mt: 'auto' }}
        >
          <Stack direction="row" sx={{ columnGap: 3, rowGap: 1, flexWrap: 'wrap', typography: 'body2', color: 'text.secondary' }}>
            {facts.length > 0 && <span>{facts.join(' · ')}</span>}
            {training.due_at && <DueBy day={training.due_at} inDays={training.due_in_days!} />}
            {training.expires_in_days !== null && <DaysLeft days={training.expires_in_days} />}
          </Stack>
          <Box sx={{ display: 'flex', flexShrink: 0 }}>
            <Button
              component={RouterLink}
              to={step ? activityPath(training.id, step) : coursePath(training.id)}
              variant="contained"
              size="large"
              endIcon={<Icon name="forward" />}
              aria-label={`${t(`learning.trainings.${label}`)}: ${step ? `${training.name}, ${step.title}` : training.name}`}
              sx={{ flex: 1 }}
            >
              {t(`learning.trainings.${label}`)}
            </Button>
          </Box>
        </Stack>
      </Stack>
    </Paper>
  )
}

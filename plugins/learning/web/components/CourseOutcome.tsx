import { Alert, AlertTitle, Box, Button, Paper, Stack, Typography } from '@mui/material'
import { Link } from 'react-router'
import { useT } from '#web/i18n'
import { Icon, SlotOutlet } from '#web/ui'
import { courseResultSlot } from '../../contract/index.js'
import { coursePath } from '../paths.js'
import { useTrainings } from '../queries.js'
import { AttemptsLeft } from './AttemptsLeft.js'
import { GradeSum } from './GradeSum.js'
import type { Course } from './types.js'

/** The outcome of a finished course, and what one can do now. */
export function CourseOutcome({ course }: { course: Course }) {
  const t = useT()
  if (course.status === 'passed') return <Passed course={course} />
  if (course.status === 'failed' || course.status === 'expired') {
    const usedUp = course.modules.flatMap(({ activities }) => activities.filter(({ attempts }) => attempts?.used_up))
    return (
      <Stack sx={{ gap: 4 }}>
        <Alert severity={course.status === 'failed' ? 'error' : 'warning'}>
          <AlertTitle>{t(`learning.course.${course.status}`)}</AlertTitle>
          {course.status === 'failed' && usedUp.length
            ? t('learning.course.failed_by_attempts')
            : t(`learning.course.${course.status}_text`)}
        </Alert>
        {course.status === 'failed' &&
          usedUp.map(({ id, title, attempts }) => <AttemptsLeft key={id} attempts={attempts!} title={title} />)}
      </Stack>
    )
  }
  if (course.status === 'no_show' || course.status === 'cancelled') {
    return (
      <Alert severity="info">
        <AlertTitle>{t(`learning.course.${course.status}`)}</AlertTitle>
        {t(`learning.course.${course.status}_text`)}
      </Alert>
    )
  }
  return null
}

/** The success message: in the brand's colour, with what the course gave and what comes next. */
function Passed({ course }: { course: Course }) {
  const t = useT()
  return (
    <Stack sx={{ gap: 5 }}>
      <Paper
        variant="outlined"
        sx={{
          px: { xs: 5, sm: 8 },
          py: { xs: 8, sm: 10 },
          textAlign: 'center',
          borderTop: '6px solid',
          borderTopColor: 'primary.main',
          display: 'grid',
          justifyItems: 'center',
          gap: 4,
        }}
      >
        <Box
          sx={{
            width: 104,
            height: 104,
            borderRadius: '50%',
            display: 'grid',
            placeItems: 'center',
            bgcolor: 'primary.main',
            color: 'primary.contrastText',
            boxShadow: ({ palette }) => `0 0 0 10px ${palette.action.selected}`,
            '@media (prefers-reduced-motion: no-preference)': {
              animation: 'passed 180ms ease-out',
              '@keyframes passed': { from: { transform: 'scale(0.7)', opacity: 0 } },
            },
          }}
        >
          <Icon name="check" sx={{ fontSize: 60 }} />
        </Box>
        <Typography variant="h2" sx={{ fontSize: { xs: '1.75rem', sm: '2.125rem' }, lineHeight: 1.2, mt: 3, textWrap: 'balance' }}>
          {t('learning.course.passed')}
        </Typography>
        <Typography sx={{ color: 'text.secondary', fontSize: '1.0625rem' }}>
          {course.grade === null ? t('learning.course.passed_text_no_grade') : t('learning.course.passed_text', { grade: course.grade })}
        </Typography>
      </Paper>
      <SlotOutlet slot={courseResultSlot} with={{ participationId: course.id }} />
      {course.grade_sum && <GradeSum sum={course.grade_sum} />}
      <NextTraining />
    </Stack>
  )
}

/** Another open training: one in progress before one that was not started. */
function NextTraining() {
  const t = useT()
  const open = (useTrainings().data?.data ?? []).filter(({ status }) => status === 'busy' || status === 'registered')
  const next = open.find(({ status }) => status === 'busy') ?? open[0]
  if (!next) return null
  return (
    <Paper variant="outlined" sx={{ p: { xs: 4, sm: 5 } }}>
      <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 4, justifyContent: 'space-between', alignItems: { sm: 'center' } }}>
        <Box sx={{ minWidth: 0 }}>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {t('learning.course.next_training')}
          </Typography>
          <Typography variant="h3" component="p" sx={{ overflowWrap: 'anywhere' }}>
            {next.name}
          </Typography>
        </Box>
        <Button variant="outlined" size="large" component={Link} to={coursePath(next.id)} sx={{ flexShrink: 0 }}>
          {t(next.status === 'busy' ? 'learning.trainings.continue' : 'learning.trainings.start')}
        </Button>
      </Stack>
    </Paper>
  )
}

import { Box, ButtonBase, Typography } from '@mui/material'
import { useTheme } from '@mui/material/styles'
import { Link } from 'react-router'
import { onHover } from '#themes/index'
import { useFormat, useT } from '#web/i18n'
import type { IconName } from '#web/ui'
import { activityPath } from '../paths.js'
import { useAttemptsWords } from './AttemptsLeft.js'
import { type Mark, StepMark } from './StepMark.js'
import type { Course, CourseActivity } from './types.js'

const ICONS: Record<string, IconName> = {
  richtext: 'text',
  quiz: 'questions',
  evaluation: 'feedback',
  external: 'external',
  scorm: 'video',
}

interface ActivityRowProps {
  course: Course
  activity: CourseActivity
  disabled: boolean
  /** Whether it shows the reason if it is locked. */
  explains: boolean
}

/** One step: a link if it may be opened, with its details. */
export function ActivityRow({ course, activity, disabled, explains }: ActivityRowProps) {
  const t = useT()
  const format = useFormat()
  const { tones } = useTheme()
  const attempts = useNotPassed(activity)
  const lock = activity.locked_by
  // A person who passed may review what they did; a person whose access expired may not.
  const isOpen = course.status === 'busy' || (course.status === 'passed' && activity.status === 'finished')
  const canOpen = !disabled && isOpen && lock === null
  const isNext = !disabled && course.next_activity === activity.id
  const mark: Mark = activity.status === 'finished' ? 'done' : attempts ? 'stuck' : lock && !disabled ? 'locked' : isNext ? 'next' : 'open'
  const about = [
    t(`learning.activity.${activity.type}`),
    activity.minutes ? format.minutes(activity.minutes) : null,
    activity.status === 'waiting' && !activity.attempts ? t('learning.external.waiting_short') : null,
    activity.status === 'finished' && activity.grade !== null ? format.percent(activity.grade) : null,
    lock && explains && !disabled && course.status === 'busy' ? t(`learning.locked.${lock.condition}`, { title: lock.title }) : null,
  ]
  const said = mark === 'done' || mark === 'locked' ? t(`learning.status.activity.${activity.status}`) : undefined
  const row = (
    <>
      <StepMark mark={mark} icon={ICONS[activity.type] ?? 'text'} label={said} />
      <Box component="span" sx={{ flex: 1, minWidth: 0 }}>
        <Typography
          component="span"
          sx={{ display: 'block', fontWeight: isNext ? 650 : 500, color: canOpen ? 'text.primary' : 'text.secondary' }}
        >
          {activity.title}
        </Typography>
        <Typography component="span" variant="body2" sx={{ display: 'block', color: 'text.secondary' }}>
          {about.filter(Boolean).join(' · ')}
        </Typography>
        {attempts && (
          <Typography component="span" variant="body2" sx={{ display: 'block', fontWeight: 600, color: tones.warning.text }}>
            {attempts}
          </Typography>
        )}
      </Box>
    </>
  )
  const look = {
    width: '100%',
    minHeight: 60,
    pl: { xs: 4, sm: 8 },
    pr: { xs: 4, sm: 5 },
    py: 2,
    gap: 4,
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'flex-start',
    textAlign: 'left',
    bgcolor: isNext ? 'action.selected' : undefined,
  } as const
  return (
    <Box component="li" sx={{ borderTop: 1, borderColor: 'divider' }} {...(isNext && { 'aria-current': 'step' })}>
      {canOpen ? (
        <ButtonBase component={Link} to={activityPath(course.id, activity)} sx={{ ...look, ...onHover({ bgcolor: 'action.hover' }) }}>
          {row}
        </ButtonBase>
      ) : (
        <Box sx={look}>{row}</Box>
      )}
    </Box>
  )
}

/** For a quiz that was tried and not passed: what may still be done. Null otherwise. */
function useNotPassed({ attempts, grade, status }: CourseActivity): string | null {
  const t = useT()
  const format = useFormat()
  const words = useAttemptsWords()
  if (!attempts || grade === null || status === 'finished') return null
  if (!attempts.used_up) return t('learning.attempts.not_passed', { left: attempts.attempts_left ?? -1 })
  const { title } = words(attempts)
  return attempts.available_from ? t('learning.attempts.used_up_until', { date: format.dateTime(attempts.available_from) }) : title
}

import { Box, ButtonBase, Stack, Typography } from '@mui/material'
import { useNavigate } from 'react-router'
import { onHover } from '#themes/index'
import { useFormat, useT } from '#web/i18n'
import { Icon, StatusChip, type IconName } from '#web/ui'
import { activityStatuses } from '#plugins/learning/contract/statuses'
import { activityPath } from '../paths.js'
import type { Course, CourseActivity } from './types.js'

const ICONS: Record<string, IconName> = { richtext: 'text', quiz: 'questions', evaluation: 'feedback', external: 'external' }

interface ActivityListProps {
  course: Course
  /** Nothing can be opened: no language yet. */
  disabled: boolean
}

/** The course's modules and steps. A locked step says what has to be done first. */
export function ActivityList({ course, disabled }: ActivityListProps) {
  return (
    <Stack component="ol" sx={{ listStyle: 'none', p: 0, m: 0 }}>
      {course.modules.map((module) => (
        <Box component="li" key={module.id}>
          <Typography
            variant="overline"
            component="h3"
            sx={{ display: 'block', px: { xs: 4, sm: 5 }, pt: 4, pb: 1, color: 'text.secondary' }}
          >
            {module.title}
          </Typography>
          <Stack component="ol" sx={{ listStyle: 'none', p: 0, m: 0 }}>
            {module.activities.map((activity) => (
              <ActivityRow key={activity.id} course={course} activity={activity} disabled={disabled} />
            ))}
          </Stack>
        </Box>
      ))}
    </Stack>
  )
}

function ActivityRow({ course, activity, disabled }: { course: Course; activity: CourseActivity; disabled: boolean }) {
  const t = useT()
  const format = useFormat()
  const navigate = useNavigate()
  const lock = activity.locked_by
  // Who passed may look back at what they did; whose time is over may not.
  const isOpen = course.status === 'busy' || (course.status === 'passed' && activity.status === 'finished')
  const cannotOpen = disabled || !isOpen || lock !== null
  const isNext = !disabled && course.next_activity === activity.id
  const about = [
    t(`learning.activity.${activity.type}`),
    activity.minutes ? format.minutes(activity.minutes) : null,
    activity.grade !== null ? format.percent(activity.grade) : null,
  ]
  return (
    <Box component="li" sx={{ borderTop: 1, borderColor: 'divider' }}>
      <ButtonBase
        disabled={cannotOpen}
        onClick={() => void navigate(activityPath(course.id, activity))}
        sx={{
          width: '100%',
          minHeight: 64,
          px: { xs: 4, sm: 5 },
          py: 3,
          gap: 4,
          justifyContent: 'flex-start',
          textAlign: 'left',
          bgcolor: isNext ? 'action.selected' : undefined,
          ...onHover({ bgcolor: 'action.hover' }),
        }}
      >
        <Icon name={lock ? 'lock' : (ICONS[activity.type] ?? 'text')} sx={{ color: 'text.secondary', flexShrink: 0 }} />
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography sx={{ fontWeight: isNext ? 650 : 500, color: cannotOpen ? 'text.secondary' : 'text.primary' }}>
            {activity.title}
          </Typography>
          <Typography variant="body2" component="div" sx={{ color: 'text.secondary', display: { sm: 'flex' }, columnGap: 1 }}>
            <span>{about.filter(Boolean).join(' · ')}</span>
            {lock && !disabled && course.status === 'busy' && (
              <Box component="span" sx={{ display: 'block', '&::before': { content: { sm: '"· "' } } }}>
                {t(`learning.locked.${lock.condition}`, { title: lock.title })}
              </Box>
            )}
          </Typography>
        </Box>
        {activity.status !== 'not_started' && activity.status !== 'locked' && <StatusChip of={activityStatuses} status={activity.status} />}
      </ButtonBase>
    </Box>
  )
}

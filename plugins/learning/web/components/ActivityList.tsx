import { Box, ButtonBase, Stack, Typography } from '@mui/material'
import { useId, useState } from 'react'
import { onHover } from '#themes/index'
import { useFormat, useT } from '#web/i18n'
import { Icon } from '#web/ui'
import { ActivityRow } from './ActivityRow.js'
import { StepMark } from './StepMark.js'
import type { Course, CourseActivity } from './types.js'

interface ActivityListProps {
  course: Course
  /** No step can be opened: no language was chosen yet. */
  disabled: boolean
}

/**
 * The course's modules and steps. The module with the next step is expanded; the others show how many of their steps are done. Among locked
 * steps, only the very next one and quizzes say why.
 */
export function ActivityList({ course, disabled }: ActivityListProps) {
  const steps = course.modules.flatMap(({ activities }) => activities)
  const firstLocked = steps.find(({ status }) => status === 'locked')
  return (
    <Stack component="ol" sx={{ listStyle: 'none', p: 0, m: 0 }}>
      {course.modules.map((module) => (
        <ModulePart
          // The current module expands automatically, also when it becomes the next one.
          key={`${module.id}-${!disabled && isCurrent(course, module.activities)}`}
          course={course}
          module={module}
          disabled={disabled}
          explained={firstLocked?.id ?? null}
        />
      ))}
    </Stack>
  )
}

const isCurrent = (course: Course, activities: CourseActivity[]) =>
  activities.some(
    ({ id, status }) => id === course.next_activity || id === course.next_on_phone || ['doing', 'waiting', 'failed'].includes(status),
  )

interface ModulePartProps extends ActivityListProps {
  module: Course['modules'][number]
  /** The locked step that says why. */
  explained: number | null
}

function ModulePart({ course, module, disabled, explained }: ModulePartProps) {
  const t = useT()
  const format = useFormat()
  const id = useId()
  const { activities } = module
  const [open, setOpen] = useState(!disabled && isCurrent(course, activities))
  const done = activities.filter(({ status }) => status === 'finished').length
  const total = activities.length
  const isLocked = activities.every(({ status }) => status === 'locked')
  const mark = done === total ? 'done' : isLocked ? 'locked' : 'open'
  const minutes = activities.reduce((sum, activity) => sum + (activity.status === 'finished' ? 0 : activity.minutes), 0)
  const state =
    done === total ? t('learning.status.activity.finished') : isLocked && !disabled ? t('learning.status.activity.locked') : undefined
  return (
    <Box component="li" sx={{ borderTop: 1, borderColor: 'divider' }}>
      <Typography component="h3" sx={{ m: 0 }}>
        <ButtonBase
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen((was) => !was)}
          sx={{
            width: '100%',
            font: 'inherit',
            minHeight: 64,
            px: { xs: 4, sm: 5 },
            py: 3,
            gap: 4,
            justifyContent: 'flex-start',
            textAlign: 'left',
            ...onHover({ bgcolor: 'action.hover' }),
          }}
        >
          <StepMark mark={disabled && mark === 'locked' ? 'open' : mark} icon="text" label={state} />
          <Box component="span" sx={{ flex: 1, minWidth: 0 }}>
            <Box component="span" sx={{ display: 'block', fontWeight: 650, overflowWrap: 'anywhere' }}>
              {module.title}
            </Box>
            <Box component="span" sx={{ display: 'block', typography: 'body2', color: 'text.secondary' }}>
              {[
                disabled ? t('learning.course.steps', { count: total }) : t('learning.course.of_module', { done, total }),
                minutes ? format.minutes(minutes) : null,
              ]
                .filter(Boolean)
                .join(' · ')}
            </Box>
          </Box>
          <Icon name="expand" sx={{ color: 'text.secondary', transform: open ? 'rotate(180deg)' : 'none' }} />
        </ButtonBase>
      </Typography>
      <Stack id={id} component="ol" hidden={!open} sx={{ listStyle: 'none', p: 0, m: 0, ...(open ? {} : { display: 'none' }) }}>
        {activities.map((activity) => (
          <ActivityRow
            key={activity.id}
            course={course}
            activity={activity}
            disabled={disabled}
            explains={activity.id === explained || activity.type === 'quiz'}
          />
        ))}
      </Stack>
    </Box>
  )
}

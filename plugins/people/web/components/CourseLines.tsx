import { Box, Stack, Typography } from '@mui/material'
import { useFormat, useT } from '#web/i18n'
import { StatusChip } from '#web/ui'
import { courseStatuses } from '../course_statuses.js'
import type { ParticipantCourse } from '../../server/transformers/participant_transformer.js'

/** The relevant date of a course: when it is due, until when it is open, or since when it is over. */
function useCourseDate() {
  const t = useT()
  const format = useFormat()
  return ({ status, finished_at, due_at, overdue, expires_at, registered_at }: ParticipantCourse): string => {
    const over = { passed: 'passed_on', failed: 'failed_on' } as const
    if ((status === 'passed' || status === 'failed') && finished_at)
      return t(`people.panel.${over[status]}`, { date: format.date(finished_at) })
    // A finished course has no due date any more.
    if ((status === 'cancelled' || status === 'no_show') && finished_at)
      return t('people.panel.ended_on', { date: format.date(finished_at) })
    if (due_at) return t(overdue ? 'people.panel.overdue' : 'people.panel.due_on', { date: format.day(due_at) ?? '' })
    if (expires_at)
      return t(status === 'expired' ? 'people.panel.expired_on' : 'people.panel.expires_on', { date: format.date(expires_at) })
    return t('people.panel.registered_on', { date: format.date(registered_at) })
  }
}

/** A participant's courses with their status, newest first. */
export function CourseLines({ courses }: { courses: readonly ParticipantCourse[] }) {
  const t = useT()
  const dateOf = useCourseDate()
  if (!courses.length) return <Typography sx={{ color: 'text.secondary' }}>{t('people.panel.no_courses')}</Typography>
  return (
    <Stack component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {courses.map((course) => (
        <Stack
          component="li"
          key={course.participation_id}
          direction="row"
          sx={{
            gap: 3,
            py: 3,
            justifyContent: 'space-between',
            alignItems: 'flex-start',
            borderBottom: '1px solid',
            borderColor: 'divider',
            '&:last-of-type': { borderBottom: 0 },
            '&:first-of-type': { pt: 0 },
          }}
        >
          <Box sx={{ minWidth: 0 }}>
            <Typography sx={{ fontWeight: 550, overflowWrap: 'anywhere' }}>{course.name}</Typography>
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              <Box component="span" sx={course.overdue ? { color: (theme) => theme.tones.error.text, fontWeight: 550 } : undefined}>
                {dateOf(course)}
              </Box>
              {course.grade !== null && ` · ${t('people.panel.grade', { grade: course.grade })}`}
            </Typography>
          </Box>
          <Box sx={{ flexShrink: 0 }}>
            <StatusChip of={courseStatuses} status={course.status} />
          </Box>
        </Stack>
      ))}
    </Stack>
  )
}

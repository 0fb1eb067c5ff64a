import { Alert, AlertTitle, Stack } from '@mui/material'
import { useT } from '#web/i18n'
import { SlotOutlet } from '#web/ui'
import { courseResultSlot } from '../../contract/index.js'
import { AttemptsLeft } from './AttemptsLeft.js'
import type { Course } from './types.js'

/** What became of a course that is over, and what one can do now. */
export function CourseOutcome({ course }: { course: Course }) {
  const t = useT()
  if (course.status === 'passed') {
    return (
      <Stack sx={{ gap: 4 }}>
        <Alert severity="success">
          <AlertTitle>{t('learning.course.passed')}</AlertTitle>
          {course.grade === null ? t('learning.course.passed_text_no_grade') : t('learning.course.passed_text', { grade: course.grade })}
        </Alert>
        <SlotOutlet slot={courseResultSlot} with={{ participationId: course.id }} />
      </Stack>
    )
  }
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
  return null
}

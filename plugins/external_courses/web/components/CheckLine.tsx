import { Link, Typography } from '@mui/material'
import { useFormat, useT } from '#web/i18n'
import type { CourseView } from '../../server/transformers/course_transformer.js'

/** The person who checked a certificate in its register, the time, and a link to the register. Renders nothing for a kind without one. */
export function CheckLine({ course }: { course: CourseView }) {
  const t = useT()
  const format = useFormat()
  if (!course.register) return null
  const register = t(`external_courses.register.${course.register.key}`)
  const day = course.checked_at && format.date(course.checked_at)
  const said = !day
    ? null
    : course.checked_by
      ? t('external_courses.check.by', { register, name: course.checked_by, day })
      : t('external_courses.check.on', { register, day })
  return (
    <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
      {said && (
        <>
          {t(`external_courses.check.${course.check_state}`)}. {said}.{' '}
        </>
      )}
      <Link href={course.register.url} target="_blank" rel="noreferrer">
        {t('external_courses.check.open', { register })}
      </Link>
    </Typography>
  )
}

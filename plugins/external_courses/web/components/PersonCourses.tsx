import { Link, Stack, Typography } from '@mui/material'
import { Link as RouterLink } from 'react-router'
import { api, useApiQuery } from '#web/api'
import { useT } from '#web/i18n'
import { EmptyState, ErrorState, LoadingState, StatusChip } from '#web/ui'
import { approvalStatuses } from '../../certificates.js'
import { externalStatuses } from '../../statuses.js'
import { CheckLine } from './CheckLine.js'
import { coursePath } from './CoursePanel.js'
import { ValidUntil } from './ValidUntil.js'

/** A tab of a participant (people's `participantTabSlot`): their external courses. */
export default function PersonCourses({ membershipId }: { membershipId: number }) {
  const t = useT()
  const query = useApiQuery(['external_courses', 'person', membershipId], () =>
    api.externalCourses.courses.index({ query: { membership: membershipId, per_page: 100 } }),
  )
  if (!query.data) {
    if (query.error) return <ErrorState error={query.error} part="external_courses" onRetry={() => void query.refetch()} />
    return <LoadingState shape="rows" count={2} />
  }
  if (!query.data.data.length)
    return <EmptyState icon="medal" title={t('external_courses.person.none')} text={t('external_courses.person.none_text')} />
  return (
    <Stack component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {query.data.data.map((course) => (
        <Stack
          component="li"
          key={course.id}
          direction="row"
          sx={{
            gap: 3,
            py: 3,
            justifyContent: 'space-between',
            borderBottom: '1px solid',
            borderColor: 'divider',
            '&:last-of-type': { borderBottom: 0 },
          }}
        >
          <div>
            <Link component={RouterLink} to={coursePath(course.id)} sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
              {course.name}
            </Link>
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {course.valid_until && !course.expired && `${t('external_courses.courses.valid_until')} `}
              <ValidUntil course={course} />
              {course.grade !== null && ` · ${course.grade}%`}
              {course.diploma_number && ` · ${course.diploma_number}`}
            </Typography>
            <CheckLine course={course} />
          </div>
          {course.approval === 'approved' ? (
            <StatusChip of={externalStatuses} status={course.status} />
          ) : (
            <StatusChip of={approvalStatuses} status={course.approval} />
          )}
        </Stack>
      ))}
    </Stack>
  )
}

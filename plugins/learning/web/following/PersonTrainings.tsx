import { Box, Button, Link, Stack, Typography } from '@mui/material'
import { useState } from 'react'
import { Link as RouterLink } from 'react-router'
import { can } from '#core/contract/access'
import { participationStatuses } from '#plugins/learning/contract/statuses'
import type { PersonCourse } from '#plugins/learning/server/transformers/totals_transformer'
import { useFormat, useT } from '#web/i18n'
import { useAllowed } from '#web/session'
import { EmptyState, ErrorState, Icon, LoadingState, Progress, StatusChip, ToneChip } from '#web/ui'
import { insightsPath } from '../paths.js'
import { usePersonCourses } from '../queries.js'
import { AssignPeople } from './AssignPeople.js'

/** A tab of a participant (people's `participantTabSlot`): their courses, their progress, and links to the details. */
export default function PersonTrainings({ membershipId }: { membershipId: number }) {
  const t = useT()
  const [assigning, setAssigning] = useState(false)
  const mayAssign = useAllowed(can('learning.progress.manage'))
  const query = usePersonCourses(membershipId)
  if (!query.data) {
    if (query.error) return <ErrorState error={query.error} part="learning" onRetry={() => void query.refetch()} />
    return <LoadingState shape="rows" count={3} />
  }
  const assign = mayAssign && (
    <Button variant="outlined" startIcon={<Icon name="add" />} onClick={() => setAssigning(true)} sx={{ alignSelf: 'flex-start' }}>
      {t('learning.assign.title')}
    </Button>
  )
  return (
    <Stack sx={{ gap: 4 }}>
      {query.data.data.length ? (
        <>
          {assign}
          <Stack component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {query.data.data.map((course) => (
              <CourseLine key={course.id} course={course} />
            ))}
          </Stack>
        </>
      ) : (
        <EmptyState icon="school" title={t('learning.person.none')} text={t('learning.person.none_text')} action={assign || undefined} />
      )}
      {assigning && <AssignPeople member={membershipId} onClose={() => setAssigning(false)} />}
    </Stack>
  )
}

function CourseLine({ course }: { course: PersonCourse }) {
  const t = useT()
  const format = useFormat()
  // Nobody finished it: it was cancelled, or the person did not show up.
  const ended = course.status === 'cancelled' || course.status === 'no_show'
  const facts = [
    course.mandatory && !ended ? t('learning.due.mandatory') : null,
    course.due_at && !ended ? t('learning.due.by', { day: format.weekday(course.due_at) }) : null,
    course.finished_at
      ? t(ended ? 'learning.results.ended_on' : 'learning.results.finished_on', { date: format.date(course.finished_at) })
      : null,
    course.grade !== null && course.finished_at ? t('learning.grade', { grade: course.grade }) : null,
    course.current ? null : t('learning.person.taken_again'),
  ].filter((fact) => fact !== null)
  return (
    <Stack component="li" sx={{ gap: 2, py: 3, borderBottom: '1px solid', borderColor: 'divider', '&:last-of-type': { borderBottom: 0 } }}>
      <Stack direction="row" sx={{ gap: 3, justifyContent: 'space-between', alignItems: 'flex-start' }}>
        <Link component={RouterLink} to={insightsPath(course.id)} sx={{ fontWeight: 600, overflowWrap: 'anywhere', py: 1 }}>
          {course.name}
        </Link>
        <Box sx={{ flexShrink: 0, display: 'flex', gap: 2, flexWrap: 'wrap', justifyContent: 'flex-end' }}>
          {course.overdue && <ToneChip tone="error" icon="warning" label={t('learning.totals.overdue')} />}
          <StatusChip of={participationStatuses} status={course.status} />
        </Box>
      </Stack>
      {facts.length > 0 && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {facts.join(' · ')}
        </Typography>
      )}
      {course.status === 'busy' && (
        <Progress value={course.progress} label={t('learning.progress', { progress: course.progress })} hideLabel />
      )}
    </Stack>
  )
}

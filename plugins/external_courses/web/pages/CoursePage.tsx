import { Box, Link, Stack } from '@mui/material'
import { Link as RouterLink, useNavigate, useParams } from 'react-router'
import { participantPath } from '#plugins/people/contract/index'
import { api, useApiQuery } from '#web/api'
import { useT } from '#web/i18n'
import { pagePath, usePageTitle } from '#web/shell'
import { ErrorState, LoadingState, PageHeader, Section, StatusChip } from '#web/ui'
import { externalStatuses } from '../../statuses.js'
import type { CourseWithFiles } from '../../server/transformers/course_transformer.js'
import { Attachments } from '../components/Attachments.js'
import { CourseForm } from '../components/CourseForm.js'
import { useRemoveCourse } from '../hooks/use_remove_course.js'

const listPath = () => pagePath('external_courses.courses') ?? '/'

/** /extern/trainingen/training/:course: one course with its proof. */
export default function CoursePage() {
  const t = useT()
  const { course: id = '' } = useParams()
  const query = useApiQuery(['external_courses', 'course', id], () => api.externalCourses.courses.show({ params: { id } }))
  const course = query.data?.data
  usePageTitle(course?.name)
  if (course) return <Page key={course.id} course={course} />
  if (query.error)
    return (
      <ErrorState
        asPage
        error={query.error}
        part="external_courses"
        title={t('external_courses.course.failed')}
        onRetry={() => void query.refetch()}
      />
    )
  return <LoadingState shape="page" count={4} />
}

function Page({ course }: { course: CourseWithFiles }) {
  const t = useT()
  const navigate = useNavigate()
  const remove = useRemoveCourse()
  return (
    <>
      <PageHeader
        title={course.name}
        text={
          <Link component={RouterLink} to={participantPath(course.person.id)}>
            {course.person.name}
          </Link>
        }
        trail={[{ label: t('external_courses.courses.title'), to: listPath() }]}
        badge={<StatusChip of={externalStatuses} status={course.status} />}
        secondary={[
          {
            label: t('external_courses.courses.remove'),
            icon: 'delete',
            onClick: () => void remove(course).then((gone) => gone && navigate(listPath())),
          },
        ]}
      />
      <Stack sx={{ gap: 5 }}>
        <Section title={t('external_courses.course.facts')}>
          <Box sx={{ maxWidth: 640 }}>
            <CourseForm course={course} onDone={() => {}} />
          </Box>
        </Section>
        <Attachments course={course} />
      </Stack>
    </>
  )
}

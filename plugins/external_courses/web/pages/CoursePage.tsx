import { Alert, Box, Link, Stack } from '@mui/material'
import { Link as RouterLink, useNavigate, useParams } from 'react-router'
import { participantPath } from '#plugins/people/contract/index'
import { api, useApiQuery } from '#web/api'
import { useT } from '#web/i18n'
import { pagePath, usePageTitle } from '#web/shell'
import { ErrorState, LoadingState, PageHeader, Section, StatusChip } from '#web/ui'
import { approvalStatuses } from '../../certificates.js'
import { externalStatuses } from '../../statuses.js'
import type { CourseWithFiles } from '../../server/transformers/course_transformer.js'
import { CheckForm } from '../components/CheckForm.js'
import { CheckLine } from '../components/CheckLine.js'
import { DecisionForm } from '../components/DecisionForm.js'
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
        badge={
          course.approval === 'approved' ? (
            <StatusChip of={externalStatuses} status={course.status} />
          ) : (
            <StatusChip of={approvalStatuses} status={course.approval} />
          )
        }
        secondary={[
          {
            label: t('external_courses.courses.remove'),
            icon: 'delete',
            onClick: () => void remove(course).then((gone) => gone && navigate(listPath())),
          },
        ]}
      />
      <Stack sx={{ gap: 5 }}>
        {course.approval === 'submitted' && (
          <Section title={t('external_courses.courses.approval')}>
            <Box sx={{ maxWidth: 640 }}>
              <DecisionForm course={course} onDone={() => {}} />
            </Box>
          </Section>
        )}
        {course.approval === 'refused' && (
          <Alert severity="warning">{t('external_courses.own.refused_because', { reason: course.refusal })}</Alert>
        )}
        <Section title={t('external_courses.course.facts')}>
          <Box sx={{ maxWidth: 640 }}>
            <CourseForm course={course} onDone={() => {}} />
          </Box>
        </Section>
        {course.approval === 'approved' && course.register && (
          <Section title={t('external_courses.check.title')}>
            <CheckLine course={course} />
            <Box sx={{ maxWidth: 640 }}>
              <CheckForm key={course.updated_at} course={course} />
            </Box>
          </Section>
        )}
        <Attachments course={course} />
      </Stack>
    </>
  )
}

import { Box, Button, IconButton, Stack, Typography } from '@mui/material'
import { api, useApiMutation, useApiQuery } from '#web/api'
import { useT } from '#web/i18n'
import { Icon, Section, StatusChip, useConfirm, usePanelParam } from '#web/ui'
import { approvalStatuses } from '../../certificates.js'
import type { CourseWithFiles } from '../../server/transformers/course_transformer.js'
import { externalStatuses } from '../../statuses.js'
import { AttachmentList } from './AttachmentList.js'
import { CheckLine } from './CheckLine.js'
import { OwnCertificatePanel } from './OwnCertificateForm.js'
import { ValidUntil } from './ValidUntil.js'

/** On /deelnemer/resultaten (learning's `resultsSlot`): the person's external courses, and a way to add a certificate. */
export default function OwnCourses() {
  const t = useT()
  const panel = usePanelParam('certificaat')
  const { data } = useApiQuery(['external_courses', 'mine'], () => api.externalCourses.courses.mine({}))
  if (!data) return null
  return (
    <Section
      title={t('external_courses.own.title')}
      text={t(data.data.length ? 'external_courses.own.text' : 'external_courses.own.none')}
      action={
        <Button variant="outlined" startIcon={<Icon name="add" />} onClick={() => panel.open('nieuw')}>
          {t('external_courses.own.add')}
        </Button>
      }
    >
      {data.data.map((course) => (
        <OwnCourse key={course.id} course={course} />
      ))}
      <OwnCertificatePanel open={panel.value !== null} onClose={panel.close} />
    </Section>
  )
}

function OwnCourse({ course }: { course: CourseWithFiles }) {
  const t = useT()
  const confirm = useConfirm()
  const withdraw = useApiMutation((id: number) => api.externalCourses.certificates.withdraw({ params: { id } }), {
    refresh: [['external_courses']],
  })
  const ask = async () => {
    const sure = await confirm({
      title: t('external_courses.courses.remove_question', { name: course.name }),
      text: t('external_courses.courses.remove_text'),
      confirmLabel: t('external_courses.own.withdraw'),
      destructive: true,
    })
    if (sure) withdraw.mutate(course.id)
  }
  return (
    <Box component="article">
      <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap', alignItems: 'center' }}>
        <Typography variant="h3">{course.name}</Typography>
        {course.approval === 'approved' ? (
          <StatusChip of={externalStatuses} status={course.status} />
        ) : (
          <>
            <StatusChip of={approvalStatuses} status={course.approval} />
            <IconButton
              aria-label={t('external_courses.own.withdraw_of', { name: course.name })}
              onClick={() => void ask()}
              sx={{ ml: 'auto' }}
            >
              <Icon name="delete" />
            </IconButton>
          </>
        )}
      </Stack>
      {course.refusal && (
        <Typography sx={{ overflowWrap: 'anywhere' }}>{t('external_courses.own.refused_because', { reason: course.refusal })}</Typography>
      )}
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t('external_courses.courses.valid_until')}: <ValidUntil course={course} />
        {course.grade !== null && ` · ${course.grade}%`}
        {course.diploma_number && ` · ${course.diploma_number}`}
      </Typography>
      {course.approval === 'approved' && <CheckLine course={course} />}
      <AttachmentList files={course.files} />
    </Box>
  )
}

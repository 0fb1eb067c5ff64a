import { Box, Stack, Typography } from '@mui/material'
import { api, useApiQuery } from '#web/api'
import { useT } from '#web/i18n'
import { Section, StatusChip } from '#web/ui'
import { externalStatuses } from '../../statuses.js'
import { AttachmentList } from './AttachmentList.js'
import { ValidUntil } from './ValidUntil.js'

/** On /deelnemer/resultaten (learning's `resultsSlot`): the person's external courses. Nothing when there are none. */
export default function OwnCourses() {
  const t = useT()
  const { data } = useApiQuery(['external_courses', 'mine'], () => api.externalCourses.courses.mine({}))
  if (!data?.data.length) return null
  return (
    <Section title={t('external_courses.own.title')} text={t('external_courses.own.text')}>
      {data.data.map((course) => (
        <Box component="article" key={course.id}>
          <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap', alignItems: 'center' }}>
            <Typography variant="h3">{course.name}</Typography>
            <StatusChip of={externalStatuses} status={course.status} />
          </Stack>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {t('external_courses.courses.valid_until')}: <ValidUntil course={course} />
            {course.grade !== null && ` · ${course.grade}%`}
          </Typography>
          <AttachmentList files={course.files} />
        </Box>
      ))}
    </Section>
  )
}

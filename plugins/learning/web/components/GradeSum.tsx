import { Stack, Typography } from '@mui/material'
import type { CourseGrade } from '#plugins/learning/server/transformers/grade_transformer'
import { useFormat, useT } from '#web/i18n'
import { Section } from '#web/ui'

/** The calculation of a course's grade: the quizzes that count, each with its grade, and their mean. */
export function GradeSum({ sum }: { sum: CourseGrade }) {
  const t = useT()
  const format = useFormat()
  return (
    <Section title={t('learning.grade_sum.title')}>
      <Stack component="dl" sx={{ m: 0, gap: 2 }}>
        {sum.parts.map(({ id, title, grade }) => (
          <Line key={id} label={title} value={grade === null ? t('learning.grade_sum.none') : format.percent(grade)} />
        ))}
        <Line label={t('learning.grade_sum.mean')} value={format.percent(sum.grade)} isSum />
      </Stack>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t('learning.grade_sum.note')}
      </Typography>
    </Section>
  )
}

function Line({ label, value, isSum = false }: { label: string; value: string; isSum?: boolean }) {
  const fontWeight = isSum ? 700 : undefined
  const line = isSum && { borderTop: '1px solid', borderColor: 'divider', pt: 2 }
  return (
    <Stack direction="row" sx={{ gap: 4, justifyContent: 'space-between', ...line }}>
      <Typography component="dt" sx={{ fontWeight, minWidth: 0, overflowWrap: 'anywhere' }}>
        {label}
      </Typography>
      <Typography component="dd" sx={{ fontWeight, m: 0, flexShrink: 0 }}>
        {value}
      </Typography>
    </Stack>
  )
}

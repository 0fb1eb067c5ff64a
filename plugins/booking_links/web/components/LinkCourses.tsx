import { Paper, Radio, RadioGroup, FormControlLabel, Stack, Typography } from '@mui/material'
import { useFormat, useT } from '#web/i18n'
import type { VisitorView } from '../../server/transformers/visitor_transformer.js'

interface LinkCoursesProps {
  courses: VisitorView['courses']
  chosen: number | null
  onChoose: (course: number) => void
}

/** What the link is for: the one course with what it is about, or several to choose one from. */
export function LinkCourses({ courses, chosen, onChoose }: LinkCoursesProps) {
  const t = useT()
  const format = useFormat()
  const [first] = courses
  const about = ({ name, description, minutes }: VisitorView['courses'][number]) => (
    <Stack sx={{ gap: 1, minWidth: 0 }}>
      <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{name}</Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {[description, format.minutes(minutes)].filter(Boolean).join(' · ')}
      </Typography>
    </Stack>
  )
  if (courses.length === 1 && first)
    return (
      <Paper variant="outlined" sx={{ p: { xs: 4, sm: 6 } }}>
        {about(first)}
      </Paper>
    )
  return (
    <Paper variant="outlined" sx={{ p: { xs: 4, sm: 6 } }}>
      <RadioGroup aria-label={t('booking_links.enter.courses')} value={chosen ?? ''} onChange={(_event, value) => onChoose(Number(value))}>
        {courses.map((course) => (
          <FormControlLabel
            key={course.id}
            value={course.id}
            control={<Radio />}
            label={about(course)}
            sx={{ alignItems: 'flex-start', py: 2 }}
          />
        ))}
      </RadioGroup>
    </Paper>
  )
}

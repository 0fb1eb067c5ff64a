import { Paper, Radio, RadioGroup, FormControlLabel, Stack, Typography } from '@mui/material'
import { useFormat, useT } from '#web/i18n'
import { RichText } from '#web/ui'
import type { VisitorView } from '../../server/transformers/visitor_transformer.js'

interface LinkCoursesProps {
  courses: VisitorView['courses']
  chosen: number | null
  onChoose: (course: number) => void
}

/** The courses of the link: a single course with its description, or several to choose from. */
export function LinkCourses({ courses, chosen, onChoose }: LinkCoursesProps) {
  const t = useT()
  const [first] = courses
  if (courses.length === 1 && first)
    return (
      <Paper variant="outlined" sx={{ p: { xs: 4, sm: 6 } }}>
        <Stack sx={{ gap: 3 }}>
          <Name course={first} />
          <RichText html={first.description} />
        </Stack>
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
            label={<Name course={course} />}
            sx={{ alignItems: 'flex-start', py: 2 }}
          />
        ))}
      </RadioGroup>
    </Paper>
  )
}

function Name({ course: { name, minutes } }: { course: VisitorView['courses'][number] }) {
  const format = useFormat()
  return (
    <Stack sx={{ minWidth: 0 }}>
      <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{name}</Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {format.minutes(minutes)}
      </Typography>
    </Stack>
  )
}

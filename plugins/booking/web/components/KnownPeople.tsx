import { Alert, Box, Button, Typography } from '@mui/material'
import { useFormat, useT } from '#web/i18n'
import type { WizardValues } from '../answers.js'
import type { PlanView } from '../queries.js'
import { useExamTime } from '../use_exam_time.js'

type Planned = PlanView['people'][number]

const has = ({ has_course: course, exam_at: exam, certificate }: Planned) => course || exam !== null || certificate !== null

/** Courses and certificates that people already have, one line each. */
function useKnownLines() {
  const t = useT()
  const format = useFormat()
  const time = useExamTime()
  return ({ has_course: course, exam_at: exam, certificate }: Planned): string[] => [
    ...(certificate
      ? [
          certificate.until
            ? t('booking.people.has_certificate_until', { day: format.day(certificate.until) })
            : t('booking.people.has_certificate'),
        ]
      : []),
    ...(course ? [t('booking.people.has_course')] : []),
    ...(exam ? [t('booking.people.has_exam', { moment: time.short(exam) })] : []),
  ]
}

/** The lines below the name of one person. */
export function KnownLines({ person }: { person: Planned | undefined }) {
  const linesOf = useKnownLines()
  return (person ? linesOf(person) : []).map((line) => (
    <Typography key={line} variant="body2" sx={{ color: 'warning.dark' }}>
      {line}
    </Typography>
  ))
}

interface KnownPeopleProps {
  values: WizardValues
  plan: PlanView | undefined
  update: (changes: Partial<WizardValues>) => void
}

/** Lists the people who already have the course, with one button to remove them from the booking. Empty when there are none. */
export function KnownPeople({ values, plan, update }: KnownPeopleProps) {
  const t = useT()
  const linesOf = useKnownLines()
  // The plan may still be that of an earlier list of people: then nothing is shown, because it may name people who were removed.
  const people = plan && plan.people.length === values.people.length ? plan.people : []
  const known = people.flatMap((person, index) => (has(person) ? [{ person, index }] : []))
  if (!known.length) return null
  const out = new Set(known.map(({ index }) => index))
  // Removing everybody would leave nothing to book.
  const mayRemove = out.size < people.length
  return (
    <Alert
      severity="warning"
      action={
        mayRemove && (
          <Button
            color="inherit"
            size="small"
            sx={{ whiteSpace: 'nowrap' }}
            onClick={() => update({ people: values.people.filter((_one, index) => !out.has(index)) })}
          >
            {t('booking.people.remove_known', { count: out.size })}
          </Button>
        )
      }
    >
      {t('booking.people.known', { count: out.size })}
      <Box component="ul" sx={{ m: 0, mt: 1, pl: 4 }}>
        {known.map(({ person, index }) => (
          <li key={index}>
            {person.name || person.email}: {linesOf(person).join('; ')}
          </li>
        ))}
      </Box>
    </Alert>
  )
}

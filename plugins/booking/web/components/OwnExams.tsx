import { Box, Link, Stack, Typography } from '@mui/material'
import { Link as RouterLink } from 'react-router'
import { can } from '#core/contract/access'
import { onHover } from '#themes/index'
import { useMessagesOf, useT } from '#web/i18n'
import { useAllowed } from '#web/session'
import { Icon, Section, StatusChip } from '#web/ui'
import { examStatuses, momentStatuses } from '#plugins/exams/contract/statuses'
import { bookingStatuses } from '../../contract/index.js'
import type { OwnExam } from '../../server/transformers/booking_transformer.js'
import { useOwnExams } from '../queries.js'
import { useExamTime } from '../use_exam_time.js'

/**
 * On /deelnemer/trainingen (learning's `trainingsSlot`): the participant's own exams with date, place and status. Renders nothing without
 * any.
 */
export default function OwnExams() {
  const t = useT()
  const { data } = useOwnExams()
  // The exam states use the messages of the exams plugin.
  const hasWords = useMessagesOf(['exams'])
  if (!data?.data.length || !hasWords) return null
  return (
    <Section title={t('booking.own.title')} flush>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {data.data.map((exam) => (
          <Exam key={exam.id} exam={exam} />
        ))}
      </Box>
    </Section>
  )
}

/** The whole row links to the booking, for people who have one. */
function Exam({ exam }: { exam: OwnExam }) {
  const t = useT()
  const time = useExamTime()
  const manages = useAllowed(can('booking.manage'))
  const path = `${manages ? '/administratie/boekingen/wijzigen' : '/deelnemer/boeking'}?id=${exam.id}`
  return (
    <Box
      component="li"
      sx={({ surfaces }) => ({
        position: 'relative',
        display: 'flex',
        alignItems: 'center',
        gap: 3,
        px: { xs: 4, sm: 5 },
        py: 4,
        borderTop: `1px solid ${surfaces.divider}`,
        ...(exam.opens && onHover({ bgcolor: 'action.hover' })),
        '&:focus-within': { outline: '3px solid', outlineColor: 'primary.main', outlineOffset: -3 },
      })}
    >
      <Stack sx={{ gap: 1, flex: 1, minWidth: 0 }}>
        <Stack direction="row" sx={{ columnGap: 2, rowGap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
          <Typography variant="h3" sx={{ overflowWrap: 'anywhere' }}>
            {exam.opens ? (
              <Link
                component={RouterLink}
                to={path}
                underline="none"
                color="inherit"
                aria-label={t('booking.own.open', { course: exam.course, number: exam.number })}
                sx={{ outline: 'none', '&::after': { content: '""', position: 'absolute', inset: 0 } }}
              >
                {exam.course}
              </Link>
            ) : (
              exam.course
            )}
          </Typography>
          <State exam={exam} />
        </Stack>
        <Typography sx={{ '&::first-letter': { textTransform: 'uppercase' } }}>{time.long(exam.starts_at)}</Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {exam.place}
        </Typography>
        {exam.to_confirm !== null && (
          <Link
            component={RouterLink}
            to={`/deelnemer/examengegevens/${exam.to_confirm}`}
            // Above the link of the whole row.
            sx={{ position: 'relative', zIndex: 1, alignSelf: 'flex-start', py: 2, fontWeight: 600 }}
          >
            {t('booking.own.confirm')}
          </Link>
        )}
      </Stack>
      {exam.opens && <Icon name="next" sx={{ color: 'text.secondary' }} />}
    </Box>
  )
}

/** The status that matters to the participant: withdrawn, else the status of their entry, else what the booking waits for. */
function State({ exam }: { exam: OwnExam }) {
  if (exam.withdrawn) return <StatusChip of={momentStatuses} status="withdrawn" />
  if (exam.exam_status) return <StatusChip of={examStatuses} status={exam.exam_status} />
  return <StatusChip of={bookingStatuses} status={exam.status} />
}

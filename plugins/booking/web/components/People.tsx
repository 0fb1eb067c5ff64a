import { Box, Link, Stack, Typography } from '@mui/material'
import { Link as RouterLink } from 'react-router'
import { useFormat, useT } from '#web/i18n'
import { type IconName, RowMenu, Section, StatusChip } from '#web/ui'
import { examStatuses } from '#plugins/exams/contract/statuses'
import type { Act } from '../../server/services/act_names.js'
import type { BookingDetail } from '../../server/transformers/booking_transformer.js'

type Person = BookingDetail['people'][number]

const ICONS: Partial<Record<Act, IconName>> = { cancel_course: 'delete', cancel_exam: 'delete', restart: 'retry', extend_course: 'time' }
/** A person who never began has nothing to restart. */
const actsFor = (booking: BookingDetail, { course }: Person) => booking.person_acts.filter((act) => act !== 'restart' || course === 'begun')
const DESTRUCTIVE: readonly Act[] = ['cancel_course', 'cancel_exam']

/** Nothing is released before payment. */
const UNPAID: readonly string[] = ['created', 'open', 'failed', 'expired']

/** The participants, their status, and the acts for one of them alone. */
export function People({ booking, onAct }: { booking: BookingDetail; onAct: (act: Act, person: Person) => void }) {
  const t = useT()
  const format = useFormat()
  return (
    <Section
      title={t('booking.change.people')}
      {...(booking.extended_until && {
        text: t('booking.change.extended', { day: format.date(booking.extended_until), count: booking.extensions }),
      })}
    >
      <Stack component="ul" sx={{ listStyle: 'none', m: 0, p: 0, gap: 3 }}>
        {booking.people.map((person, index) => (
          <Stack
            component="li"
            key={person.membership_id ?? `gone-${index}`}
            direction="row"
            sx={{ gap: 3, rowGap: 1, flexWrap: 'wrap', justifyContent: 'space-between', alignItems: 'center' }}
          >
            <Box sx={{ minWidth: 0, flex: '1 1 220px' }}>
              <Typography sx={{ fontWeight: 550 }}>{person.name || t('booking.change.gone')}</Typography>
              <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
                {[
                  person.email,
                  person.course &&
                    t(`booking.change.course_${person.course === 'waiting' && UNPAID.includes(booking.status) ? 'unpaid' : person.course}`),
                  person.adjustments.length > 0 && format.list(person.adjustments.map((one) => t(`booking.adjustment.${one}`))),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </Typography>
            </Box>
            <Stack direction="row" sx={{ gap: 2, alignItems: 'center', flexShrink: 0 }}>
              {person.exam_status && <StatusChip of={examStatuses} status={person.exam_status} />}
              {person.membership_id !== null && actsFor(booking, person).length > 0 && (
                <RowMenu
                  name={person.name}
                  actions={() =>
                    actsFor(booking, person).map((act) => ({
                      label: t(`booking.act.${act}`),
                      icon: ICONS[act] ?? 'edit',
                      destructive: DESTRUCTIVE.includes(act),
                      onRun: () => onAct(act, person),
                    }))
                  }
                />
              )}
            </Stack>
          </Stack>
        ))}
      </Stack>
      <Elsewhere booking={booking} />
    </Section>
  )
}

/** Links to the bookings of people who were split off, and to the booking that this person was split off from. */
function Elsewhere({ booking: { part_of: first, parts } }: { booking: BookingDetail }) {
  const t = useT()
  const others = [
    ...(first ? [{ ...first, text: t('booking.change.part_of', { number: first.number }) }] : []),
    ...parts.map(({ id, number, name }) => ({
      id,
      number,
      text: t('booking.change.part', { number, name: name || t('booking.change.gone') }),
    })),
  ]
  if (!others.length) return null
  return (
    <Stack sx={{ gap: 1, mt: 4 }}>
      {others.map(({ id, text }) => (
        <Link key={id} component={RouterLink} to={`/administratie/boekingen/wijzigen?id=${id}`} variant="body2">
          {text}
        </Link>
      ))}
    </Stack>
  )
}

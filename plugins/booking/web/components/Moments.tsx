import { MenuItem, Stack, TextField } from '@mui/material'
import { useState } from 'react'
import { languageName, useFormat, useT } from '#web/i18n'
import { EmptyState, ErrorState, LoadingState } from '#web/ui'
import { type MomentFilter, useMoments } from '../queries.js'
import { useExamTime } from '../use_exam_time.js'
import { ChoiceCards } from './ChoiceCards.js'

interface MomentsProps {
  course: number
  people: number
  /** For an admin: the booking whose company is used. */
  booking?: number
  /** The current moment, which is left out. */
  except?: number | null
  /** Filter of the moments to show first. */
  first?: { city: string; language: string; month: string }
  /** Seats of a moment that are reserved for this booking. */
  reserved?: { moment: number; seats_left: number } | null
}

/** Exam moments by city, language and month, with the seats that are left. The form's value is `moment`. */
export function Moments({ course, people, booking, except = null, first, reserved = null }: MomentsProps) {
  const t = useT()
  const format = useFormat()
  const time = useExamTime()
  const [filter, setFilter] = useState(first ?? { city: '', language: '', month: '' })
  const scope: MomentFilter = { course, ...(booking && { booking }) }
  const all = useMoments(scope).data?.data ?? []
  const options = {
    city: [...new Set(all.map(({ city }) => city))].sort().map((value) => ({ value, label: value })),
    language: [...new Set(all.map(({ language }) => language))].map((value) => ({ value, label: languageName(value) })),
    month: [...new Set(all.map(({ starts_at: at }) => at.slice(0, 7)))].sort().map((value) => ({ value, label: format.month(value) })),
  }
  // The values of a link may no longer exist: then all moments are shown.
  const chosen: Partial<typeof filter> = Object.fromEntries(
    (['city', 'language', 'month'] as const).flatMap((key) =>
      options[key].some(({ value }) => value === filter[key]) ? [[key, filter[key]]] : [],
    ),
  )
  const query = useMoments({ ...scope, ...chosen })
  const moments = (query.data?.data ?? [])
    .filter(({ id }) => id !== except)
    .map((moment) => (moment.id === reserved?.moment ? { ...moment, seats_left: moment.seats_left + reserved.seats_left } : moment))
  if (query.error && !query.data)
    return <ErrorState error={query.error} part="booking" title={t('booking.moment.failed')} onRetry={() => void query.refetch()} />
  if (query.isPending) return <LoadingState shape="cards" count={3} />
  return (
    <Stack sx={{ gap: 4 }}>
      <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 3 }}>
        {(['city', 'language', 'month'] as const).map((key) => (
          <TextField
            key={key}
            select
            size="small"
            fullWidth
            label={t(`booking.moment.${key}`)}
            value={chosen[key] ?? ''}
            onChange={(event) => setFilter({ ...filter, [key]: event.target.value })}
            slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
          >
            <MenuItem value="">{t('booking.moment.any')}</MenuItem>
            {options[key].map(({ value, label }) => (
              <MenuItem key={value} value={value}>
                {label}
              </MenuItem>
            ))}
          </TextField>
        ))}
      </Stack>
      {moments.length ? (
        <ChoiceCards
          name="moment"
          label={t('booking.step.moment')}
          numeric
          choices={moments.map((moment) => ({
            value: String(moment.id),
            title: time.long(moment.starts_at),
            text: [
              `${moment.location}, ${moment.city}`,
              languageName(moment.language),
              moment.adults_only && t('booking.course.adults'),
              moment.price_cents !== null && format.money(moment.price_cents),
            ]
              .filter(Boolean)
              .join(' · '),
            aside:
              moment.seats_left < people && moment.seats_left > 0
                ? t('booking.moment.too_few', { count: people })
                : t('booking.moment.seats', { count: moment.seats_left }),
            disabled: moment.seats_left < Math.max(1, people),
          }))}
        />
      ) : (
        <EmptyState icon="calendar" title={t('booking.moment.none')} text={t('booking.moment.none_text')} />
      )}
    </Stack>
  )
}

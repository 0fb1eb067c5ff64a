import { Box, Stack, Typography } from '@mui/material'
import type { Adjustment } from '#plugins/exams/contract/adjustments'
import { useFormat, useT } from '#web/i18n'
import { Section } from '#web/ui'
import { useExamTime } from '../use_exam_time.js'
import type { BookingDetail } from '../../server/transformers/booking_transformer.js'

/** The changes of a booking: who did what and when, with the values before and after. */
export function History({ lines }: { lines: BookingDetail['history'] }) {
  const t = useT()
  const format = useFormat()
  const time = useExamTime()
  const show = (field: string, value: unknown): string => {
    if (value === null || value === undefined || value === '') return '–'
    if (field === 'adjustments') {
      const chosen = (value as Adjustment[]).map((one) => t(`booking.adjustment.${one}`))
      return chosen.length ? format.list(chosen) : t('booking.adjustment.none')
    }
    if (field === 'total_cents') return format.money(Number(value))
    if (field === 'extended_until') return format.date(String(value))
    if (field === 'exam') {
      const { startsAt, city } = value as { startsAt: string; city: string }
      return `${time.short(startsAt)}, ${city}`
    }
    if (['status', 'type', 'discount'].includes(field)) return t(`booking.${field}.${String(value)}`)
    return String(value)
  }
  return (
    <Section title={t('booking.change.history')}>
      <Stack component="ol" sx={{ listStyle: 'none', m: 0, p: 0, gap: 4 }}>
        {lines.map(({ id, action, at, by, actor, reason, person, before, after }) => (
          <Box component="li" key={id} sx={({ surfaces }) => ({ pl: 3, borderLeft: `2px solid ${surfaces.divider}` })}>
            <Typography sx={{ fontWeight: 600 }}>{[t(`booking.history.${action}`), person].filter(Boolean).join(': ')}</Typography>
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {[by ?? t(`booking.history.by_${actor === 'member' ? 'gone' : actor}`), format.dateTime(at)].join(' · ')}
            </Typography>
            {action !== 'created' &&
              Object.keys(after).map((field) => (
                <Typography variant="body2" key={field}>
                  {t('booking.history.from_to', {
                    field: t(`booking.field.${field}`),
                    from: show(field, before[field]),
                    to: show(field, after[field]),
                  })}
                </Typography>
              ))}
            {reason && <Typography variant="body2">{`“${reason}”`}</Typography>}
          </Box>
        ))}
      </Stack>
    </Section>
  )
}

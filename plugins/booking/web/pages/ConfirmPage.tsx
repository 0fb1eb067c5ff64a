import { Stack } from '@mui/material'
import { useNavigate } from 'react-router'
import { api, useApiQuery, withQuery } from '#web/api'
import { can } from '#core/contract/access'
import { useT } from '#web/i18n'
import { useAllowed } from '#web/session'
import { EmptyState, ErrorState, LoadingState, PageHeader, Section, StatusChip } from '#web/ui'
import { bookingStatuses } from '../../contract/index.js'
import type { Booking } from '../../server/transformers/booking_transformer.js'
import { useExamTime } from '../use_exam_time.js'
import { VatChecks } from '../components/VatChecks.js'
import { BookingRows } from '../components/BookingRows.js'

const load = (query: object) => api.booking.bookings.index(withQuery({ ...query, per_page: 50 } as never))

/** Unpaid bookings cannot be decided on yet, and cancelled ones have no discount any more. */
const PROPOSED = { discount: 'proposed', status: 'paid,invoice,needs_processing' }

/**
 * /administratie/boekingen/bevestigen: bookings that wait for the platform, to be processed or to be granted a discount. A supervisor sees
 * their own company's.
 */
export default function ConfirmPage() {
  const t = useT()
  const time = useExamTime()
  const navigate = useNavigate()
  const processes = useAllowed(can('booking.process'))
  const processing = useApiQuery(['booking', 'confirm', 'processing'], () => load({ status: 'needs_processing' }), { live: true })
  const discounts = useApiQuery(['booking', 'confirm', 'discounts'], () => load(PROPOSED), { live: true })
  const failed = processing.error ?? discounts.error
  if (failed)
    return <ErrorState asPage error={failed} part="booking" title={t('booking.change.failed')} onRetry={() => void processing.refetch()} />
  if (!processing.data || !discounts.data) return <LoadingState shape="page" count={3} />
  const lists = [
    { key: 'processing', rows: processing.data.data as Booking[] },
    { key: 'discounts', rows: discounts.data.data as Booking[] },
  ].filter(({ rows }) => rows.length)
  const open = (row: Booking) => void navigate(`/administratie/boekingen/wijzigen?id=${row.id}`)
  return (
    <>
      <PageHeader
        title={t('booking.confirm.title')}
        text={t(processes ? 'booking.confirm.text' : 'booking.confirm.text_own')}
        trail={[{ label: t('booking.bookings.title'), to: '/administratie?tab=booking.bookings' }]}
      />
      <Stack sx={{ gap: 5 }}>
        {processes && <VatChecks />}
        {lists.map(({ key, rows }) => (
          <Section key={key} title={t(`booking.confirm.${key}`)} flush>
            <BookingRows
              rows={rows}
              onOpen={open}
              aside={(row) => <StatusChip of={bookingStatuses} status={row.status} />}
              line={(row) => [row.number, row.company, row.exam_at && time.short(row.exam_at)].filter(Boolean).join(' · ')}
            />
          </Section>
        ))}
        {!lists.length && (
          <EmptyState
            icon="success"
            title={t('booking.confirm.empty')}
            text={t(processes ? 'booking.confirm.empty_text' : 'booking.confirm.empty_own')}
          />
        )}
      </Stack>
    </>
  )
}

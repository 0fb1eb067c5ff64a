import { Button } from '@mui/material'
import { useMemo } from 'react'
import { Link, useNavigate } from 'react-router'
import { can } from '#core/contract/access'
import { isAdminRole } from '#core/contract/roles'
import { api, withQuery } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { useAllowed, useUser } from '#web/session'
import { type ColumnLook, DataTable, EmptyState, PageHeader, StatusChip, useList } from '#web/ui'
import { bookingStatuses } from '../../contract/index.js'
import { useExamTime } from '../use_exam_time.js'
import type { Booking } from '../../server/transformers/booking_transformer.js'

const rowId = (row: Booking) => row.id

/** The tab of /administratie: a company's bookings; for an admin, those of all companies. */
export default function BookingsTab({ isTab = false }: { isTab?: boolean }) {
  const t = useT()
  const format = useFormat()
  const time = useExamTime()
  const navigate = useNavigate()
  const admin = isAdminRole(useUser().user_role)
  const books = useAllowed(can('booking.wizard'))
  const looks = useMemo<Record<string, ColumnLook<Booking>>>(
    () => ({
      // A truncated number is useless.
      number: { card: 'line', minWidth: 112, flex: 0.5, rigid: true },
      course: { card: 'title', flex: 1.6, minWidth: 170 },
      company: { hidden: !admin, card: admin ? 'line' : 'none', minWidth: 130 },
      type: { minWidth: 130 },
      people: { minWidth: 100, flex: 0.5 },
      status: { card: 'badge', minWidth: 142, render: (row) => <StatusChip of={bookingStatuses} status={row.status} /> },
      exam_at: {
        minWidth: 190,
        flex: 1.2,
        value: (row) => (row.exam_at ? [time.short(row.exam_at), row.city].filter(Boolean).join(', ') : ''),
      },
      total: { minWidth: 100, flex: 0.6, value: (row) => format.money(row.total_cents) },
      created_at: { minWidth: 156 },
    }),
    [admin, format, time],
  )
  const list = useList<Booking>({
    id: admin ? 'booking.bookings.admin' : 'booking.bookings',
    part: 'booking',
    path: '/api/booking/bookings',
    load: (query) => api.booking.bookings.index(withQuery(query)),
    looks,
  })
  return (
    <>
      <PageHeader
        isTab={isTab}
        title={t('booking.bookings.title')}
        text={t('booking.bookings.text')}
        {...(books && { action: { label: t('booking.wizard.title'), icon: 'add', to: '/intern/booking' } })}
        secondary={[{ label: t('booking.confirm.title'), icon: 'review' as const, to: '/administratie/boekingen/bevestigen' }]}
      />
      <DataTable<Booking>
        {...list.table}
        label={t('booking.bookings.title')}
        rowId={rowId}
        searchLabel={t('booking.bookings.search')}
        onRowClick={(row) => void navigate(`/administratie/boekingen/wijzigen?id=${row.id}`)}
        rowLabel={(row) => t('booking.bookings.open', { number: row.number })}
        empty={
          <EmptyState
            icon="calendar_check"
            title={t('booking.bookings.empty')}
            text={t('booking.bookings.empty_text')}
            {...(books && {
              action: (
                <Button variant="contained" component={Link} to="/intern/booking">
                  {t('booking.wizard.title')}
                </Button>
              ),
            })}
          />
        }
      />
    </>
  )
}

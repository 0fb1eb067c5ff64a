import db from '@adonisjs/lucid/services/db'
import { can } from '#core/contract/access'
import { defineList, querySource } from '#core/kit/lists'
import { textIn } from '#core/kit/words'
import { BOOKING_STATUSES, BOOKING_TYPES, bookingList } from '../../contract/index.js'
import type { BookingRow } from '../services/store.js'

const words = (keys: readonly string[], prefix: string) => Object.fromEntries(keys.map((key) => [key, `booking.${prefix}.${key}`]))
const DISCOUNTS = words(['proposed', 'confirmed', 'refused'], 'discount')

export type ListedBooking = BookingRow & { company_name: string }

/** A company's bookings; for an admin those of all companies. */
export const bookings = defineList({
  name: bookingList.list,
  title: 'booking.bookings.title',
  access: can('booking.manage'),
  columns: [
    { key: 'number', kind: 'text', label: 'booking.column.number', value: (row: ListedBooking) => row.number, sortable: true },
    { key: 'course', kind: 'text', label: 'booking.column.course', value: (row) => textIn(row.course_name, 'nl') },
    { key: 'company', kind: 'text', label: 'booking.column.company', value: (row) => row.company_name },
    {
      key: 'type',
      kind: 'choice',
      label: 'booking.column.type',
      value: (row) => row.type,
      choices: words(BOOKING_TYPES, 'type'),
    },
    { key: 'people', kind: 'number', label: 'booking.column.people', value: (row) => row.people },
    {
      key: 'status',
      kind: 'choice',
      label: 'booking.column.status',
      value: (row) => row.status,
      choices: words(BOOKING_STATUSES, 'status'),
      sortable: true,
    },
    { key: 'exam_at', kind: 'moment', label: 'booking.column.exam_at', value: (row) => row.exam_at, sortable: true },
    { key: 'city', kind: 'text', label: 'booking.column.city', value: (row) => row.exam?.city ?? null, visible: false },
    { key: 'total', kind: 'number', label: 'booking.column.total', value: (row) => row.total_cents / 100, sortable: true },
    { key: 'order_number', kind: 'text', label: 'booking.column.order_number', value: (row) => row.order_number, visible: false },
    {
      key: 'discount',
      kind: 'choice',
      label: 'booking.column.discount',
      value: (row) => row.discount,
      choices: DISCOUNTS,
      visible: false,
    },
    { key: 'created_at', kind: 'moment', label: 'booking.column.created_at', value: (row) => row.created_at, sortable: true },
  ],
  filters: {
    status: { kind: 'choice', label: 'booking.column.status', choices: words(BOOKING_STATUSES, 'status') },
    type: { kind: 'choice', label: 'booking.column.type', choices: words(BOOKING_TYPES, 'type') },
    discount: { kind: 'choice', label: 'booking.column.discount', choices: DISCOUNTS },
    exam: { kind: 'days', label: 'booking.column.exam_at', column: 'i.exam_at', when: 'coming' },
    booked: { kind: 'days', label: 'booking.column.created_at', column: 'i.created_at' },
  },
  source: querySource<ListedBooking, 'number' | 'status' | 'exam_at' | 'total' | 'created_at'>(
    () => db.from('booking_bookings as i').join('kit_companies as c', 'c.id', 'i.company_id').select('i.*', 'c.name as company_name'),
    (query, { status, type, discount }) => {
      if (status) query.whereIn('i.status', status as string[])
      if (type) query.whereIn('i.type', type as string[])
      if (discount) query.whereIn('i.discount', discount as string[])
    },
    {
      sort: { number: 'i.number', status: 'i.status', exam_at: 'i.exam_at', total: 'i.total_cents', created_at: 'i.created_at' },
      defaultSort: '-created_at',
      search: 'i.search_text',
      id: 'i.id',
      companyId: 'i.company_id',
      membershipId: 'p.membership_id',
      among: (condition) =>
        `exists (select from booking_people p where p.company_id = i.company_id and p.booking_id = i.id and ${condition})`,
      large: {
        table: 'booking_bookings as i',
        neverNull: ['number', 'status', 'total', 'created_at'],
        find: 'booking_find',
        words: 'booking_words',
      },
    },
  ),
  idOf: (row) => row.id,
  companyOf: (row) => row.company_id,
})

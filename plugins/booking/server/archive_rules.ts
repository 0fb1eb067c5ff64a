import type { ArchiveRules } from '#core/contract/archive'

/** The archive's rules for its tables that foreign keys do not give. */
const AGREED = 'an agreement with this platform, under its numbers: take its file along from the list of bookings'

export const bookingArchiveRules: ArchiveRules = {
  stays: {
    booking_bookings: AGREED,
    booking_people: AGREED,
    booking_history: AGREED,
    booking_agreements: AGREED,
    booking_words: AGREED,
    booking_vat_checks: 'what this platform has to check of its own invoices',
    booking_drafts: 'prices and moments of this platform',
  },
}

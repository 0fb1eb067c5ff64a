import type { ArchiveRules } from '#core/contract/archive'

const HERE = 'prices of this platform, and addresses that lead here'

/** Rules for exporting a company that the database schema does not contain. */
export const linksArchiveRules: ArchiveRules = {
  stays: {
    booking_links_links: HERE,
    booking_links_days: HERE,
    booking_links_bookings: HERE,
    booking_links_history: HERE,
  },
}

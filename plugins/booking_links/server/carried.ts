import type { CarriedRules } from '#core/contract/archive'

const HERE = 'prices of this platform, and addresses that lead here'

/** What the database schema does not say about the tables when a company is exported. */
export const linksCarried: CarriedRules = {
  stays: {
    booking_links_links: HERE,
    booking_links_days: HERE,
    booking_links_bookings: HERE,
    booking_links_history: HERE,
  },
}

import type { CarriedRules } from '#core/contract/archive'

const HERE = 'prices of this platform, and addresses that lead here'

/** What the database does not say of its tables when a company is taken out. */
export const linksCarried: CarriedRules = {
  stays: {
    booking_links_links: HERE,
    booking_links_days: HERE,
    booking_links_bookings: HERE,
    booking_links_history: HERE,
  },
}

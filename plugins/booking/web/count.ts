import { api, withQuery } from '#web/api'

/** How many there are, for the tab. */
export const countBookings = async (): Promise<number> => (await api.booking.bookings.index(withQuery({ per_page: 10 }))).meta.total

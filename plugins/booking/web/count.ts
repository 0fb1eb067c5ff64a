import { api, withQuery } from '#web/api'

/** The number of bookings, for the tab. */
export const countBookings = async (): Promise<number> => (await api.booking.bookings.index(withQuery({ per_page: 10 }))).meta.total

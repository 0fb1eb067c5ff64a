import type { MoveRules } from '#core/contract/moves'

/** What becomes of its rows when a person goes to another company, or has two accounts. */
export const bookingMoves: MoveRules = {
  tables: {
    // What a company booked and paid stays its own; an unfinished wizard is about its people and prices.
    booking_bookings: 'stays',
    booking_people: 'stays',
    booking_history: 'stays',
    booking_agreements: 'stays',
    booking_drafts: 'ends',
  },
}

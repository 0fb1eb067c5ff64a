import type { MoveRules } from '#core/contract/moves'

/** Rules for the rows of this plugin when a person moves to another company or merges two accounts. */
export const bookingMoves: MoveRules = {
  tables: {
    // What a company booked and paid stays with it. An unfinished wizard stays too: its people and prices belong to the company.
    booking_bookings: 'stays',
    booking_people: 'stays',
    booking_history: 'stays',
    booking_agreements: 'stays',
    booking_drafts: 'ends',
  },
}

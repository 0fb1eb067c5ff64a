import type { CarriedRules } from '#core/contract/archive'

/** What the database does not say of its tables when a company is taken out. */
const QUEUE = 'a place in a queue of this platform, across its companies'

export const waitingListCarried: CarriedRules = {
  stays: { waiting_list_places: QUEUE, waiting_list_history: QUEUE },
}

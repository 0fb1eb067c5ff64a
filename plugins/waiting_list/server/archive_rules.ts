import type { ArchiveRules } from '#core/contract/archive'

/** Facts about the tables that the database does not contain, for the export of a company. */
const QUEUE = 'a place in a queue of this platform, across its companies'

export const waitingListArchiveRules: ArchiveRules = {
  stays: { waiting_list_places: QUEUE, waiting_list_history: QUEUE },
}

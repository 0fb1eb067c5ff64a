import { listToken } from '#core/contract/lists'
import { defineSlot, defineTabSlot } from '#core/contract/web'

/** Beside a participant's own facts in the panel of /deelnemers: certificates, notes, history. */
export const participantTabSlot = defineTabSlot<{ membershipId: number }>('people.participant_tab')

/**
 * In the form that adds the people of a file: what they are given along with it. Its fields are `courses` (ids, as texts), `due_at` and
 * `mandatory` of that form.
 */
export const importGivingSlot = defineSlot<{ people: number; courses: readonly string[]; company: number }>('people.import_giving')

/** Where a participant's panel stands, for links of other plugins. */
export const participantPath = (membershipId: number): string => `/deelnemers?participant=${membershipId}`

/** The whole of a participant's profile, for who manages them. */
export const profilePath = (membershipId: number): string => `/deelnemers/profiel?participant=${membershipId}`

/** The rows of /deelnemers, memberships: other plugins may add columns, filters and bulk actions (`extendList`). */
export const participantsList = listToken('people.participants')

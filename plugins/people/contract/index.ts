import { listToken } from '#core/contract/lists'
import { defineSlot, defineTabSlot } from '#core/contract/web'

/** In the panel of /deelnemers, next to a participant's own details: certificates, notes, history. */
export const participantTabSlot = defineTabSlot<{ membershipId: number }>('people.participant_tab')

/**
 * In the form that adds the people of a file: what they are given as well. Its fields are `courses` (ids, as strings), `due_at` and
 * `mandatory` of that form.
 */
export const importGivingSlot = defineSlot<{ people: number; courses: readonly string[]; company: number }>('people.import_giving')

/** The path of a participant's panel, for links of other plugins. */
export const participantPath = (membershipId: number): string => `/deelnemers?participant=${membershipId}`

/** The full profile of a participant, for the people who manage them. */
export const profilePath = (membershipId: number): string => `/deelnemers/profiel?participant=${membershipId}`

/** The rows of /deelnemers, which are memberships. Other plugins may add columns, filters and bulk actions (`extendList`). */
export const participantsList = listToken('people.participants')

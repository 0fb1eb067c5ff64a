import { defineTabSlot } from '#core/contract/web'

/** Beside a participant's own facts in the panel of /deelnemers: certificates, notes, history. */
export const participantTabSlot = defineTabSlot<{ membershipId: number }>('people.participant_tab')

/** Where a participant's panel stands, for links of other plugins. */
export const participantPath = (membershipId: number): string => `/deelnemers?participant=${membershipId}`

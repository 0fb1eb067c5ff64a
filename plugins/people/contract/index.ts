import { listToken } from '#core/contract/lists'
import { defineSlot } from '#core/contract/web'

/** Under a participant's details in the panel of /deelnemers: certificates, notes, actions. */
export const participantPanelSlot = defineSlot<{ membershipId: number }>('people.participant_panel')

/** Where a participant's panel stands, for links of other plugins. */
export const participantPath = (membershipId: number): string => `/deelnemers?participant=${membershipId}`

/** The rows of /deelnemers, memberships: other plugins may add columns, filters and bulk actions (`extendList`). */
export const participantsList = listToken('people.participants')

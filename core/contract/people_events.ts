import { defineEvent } from './events.js'

/** Somebody may come in again, or no longer. */
export const membershipStatusChanged = defineEvent<{
  membershipId: number
  status: 'active' | 'inactive'
  /** Who did it; a user, as an admin has no membership. */
  changedBy: number
}>('core.membership.status_changed')

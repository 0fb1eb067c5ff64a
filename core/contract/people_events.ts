import { defineEvent } from './events.js'

/** Somebody may come in again, or no longer. */
export const membershipStatusChanged = defineEvent<{
  membershipId: number
  status: 'active' | 'inactive'
  /** Who did it; a user, as an admin has no membership. Null: the company's own directory. */
  changedBy: number | null
}>('core.membership.status_changed')

/** Somebody agreed to the conditions as they came in: by an invitation or a registration. */
export const conditionsAccepted = defineEvent<{
  membershipId: number
  /** The language they read them in. */
  language: string
  /** ISO 8601. */
  acceptedAt: string
  via: 'invitation' | 'registration'
}>('core.membership.conditions_accepted')

/** A supervisor wrote down what somebody can; it stands in `kit_members.skillset`. */
export const memberSkillsSaved = defineEvent<{ membershipId: number }>('core.membership.skills_saved')

/** What somebody has here changed as a whole: they came from another company, went to one, or had two accounts. Whatever is counted of it is counted anew. */
export const personMoved = defineEvent<{ membershipId: number }>('core.membership.moved')

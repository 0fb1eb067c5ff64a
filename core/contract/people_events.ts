import { defineEvent } from './events.js'

/** A membership was activated or deactivated. */
export const membershipStatusChanged = defineEvent<{
  membershipId: number
  status: 'active' | 'inactive'
  /** The user who did it, as an admin has no membership. Null: the company's own directory. */
  changedBy: number | null
}>('core.membership.status_changed')

/** A person accepted the conditions when they joined: by an invitation or a registration. */
export const conditionsAccepted = defineEvent<{
  membershipId: number
  /** The language in which they read them. */
  language: string
  /** ISO 8601. */
  acceptedAt: string
  via: 'invitation' | 'registration'
}>('core.membership.conditions_accepted')

/** A supervisor saved a person's skills, stored in `kit_members.skillset`. */
export const memberSkillsSaved = defineEvent<{ membershipId: number }>('core.membership.skills_saved')

/**
 * All data of a membership changed: the person came from another company, moved to one, or had two accounts. Listeners recompute everything
 * that they derive from it.
 */
export const personMoved = defineEvent<{ membershipId: number }>('core.membership.moved')

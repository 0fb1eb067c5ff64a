import vine from '#core/kit/validation'
import { listQueryFields } from '#core/kit/lists'
import { MEMBER_SORTS } from '#core/kit/people'

/** The roles of a membership; admins have none and stand in no list of people. */
export const MEMBER_ROLES = ['leerling', 'beheerder', 'examinator', 'proctor'] as const

export const participantListValidator = vine.create({
  ...listQueryFields(MEMBER_SORTS),
  role: vine.enum(MEMBER_ROLES).optional(),
  status: vine.enum(['active', 'inactive'] as const).optional(),
  // For an admin; a supervisor sees one company whatever stands here.
  company: vine.queryNumber().positive().withoutDecimals().optional(),
})

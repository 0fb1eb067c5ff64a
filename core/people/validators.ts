import vine from '../http/validation.js'

/** Admins have no membership, so nobody finds them here. */
const MEMBER_ROLES = ['leerling', 'beheerder', 'examinator', 'proctor'] as const

/** The query of a person picker: always one short page. */
export const choosePeopleValidator = vine.create({
  search: vine.string().trim().maxLength(200).optional(),
  role: vine.enum(MEMBER_ROLES).optional(),
  // For admins only; a supervisor sees one company whatever stands here.
  company: vine.queryNumber().positive().withoutDecimals().optional(),
})

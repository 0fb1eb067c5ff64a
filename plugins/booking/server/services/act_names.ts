/** The acts on a booking's page; the admins' last. */
export const ACTS = [
  'add_exam',
  'update_exam',
  'update_course',
  'extend_course',
  'restart',
  'cancel_course',
  'cancel_exam',
  'adjust_exam',
  'refuse',
  'processed',
  'discount_confirmed',
  'discount_refused',
] as const
export type Act = (typeof ACTS)[number]

/** The acts for one of several people, who is then split off to a booking of their own. */
export const PERSON_ACTS: readonly Act[] = [
  'add_exam',
  'update_exam',
  'extend_course',
  'restart',
  'update_course',
  'cancel_exam',
  'cancel_course',
  'adjust_exam',
]

/** Acts for one person that cost nothing and leave their booking as it is, so nobody is split off. */
export const BULK_ACTS: readonly Act[] = ['adjust_exam']

/** Acts of a person who booked for themselves. */
export const OWN_ACTS: readonly Act[] = ['adjust_exam']

/** Acts of the platform's admins only. */
export const ADMIN_ACTS: readonly Act[] = ['refuse', 'processed', 'discount_confirmed', 'discount_refused']

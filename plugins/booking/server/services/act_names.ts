/** The acts on a booking's page; the admins' last. */
export const ACTS = [
  'add_exam',
  'update_exam',
  'update_course',
  'extend_course',
  'restart',
  'cancel_course',
  'cancel_exam',
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
]

/** Acts of the platform's admins only. */
export const ADMIN_ACTS: readonly Act[] = ['refuse', 'processed', 'discount_confirmed', 'discount_refused']

/** What may be done with a booking from its page; the admins' last. */
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

/** What may be done for one of several people: they have a booking of their own then. */
export const PERSON_ACTS: readonly Act[] = [
  'add_exam',
  'update_exam',
  'extend_course',
  'restart',
  'update_course',
  'cancel_exam',
  'cancel_course',
]

/** Only the platform's admins. */
export const ADMIN_ACTS: readonly Act[] = ['refuse', 'processed', 'discount_confirmed', 'discount_refused']

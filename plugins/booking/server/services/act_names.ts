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

/** Only the platform's admins. */
export const ADMIN_ACTS: readonly Act[] = ['refuse', 'processed', 'discount_confirmed', 'discount_refused']

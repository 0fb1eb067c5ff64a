// Separate from the sending code, because plugin.ts declares the mails and is loaded before there is a database.

/** The kinds of mails; a row of learning_due_mails records that one was sent. */
export type MailKind = 'week' | 'day' | 'overdue' | 'not_opened' | 'not_done' | 'before_expiry'

export const REMINDER_MAILS = { week: 'learning.mail.due_week', day: 'learning.mail.due_day' } as const
/** To people who were assigned a course, or whose terms changed. */
export const ASSIGNED_MAILS = { assigned: 'learning.mail.assigned', changed: 'learning.mail.terms_changed' } as const
/** To people whose course was withdrawn. */
export const WITHDRAWN_MAIL = 'learning.mail.taken_back'
/** To people whose attempt was marked again because a question was withdrawn. */
export const REGRADED_MAIL = 'learning.mail.regraded'
export const OVERDUE_MAIL = 'learning.mail.overdue'

/** For this many days a missed day is made up for when no server ran; a later mail would come as a surprise. */
const MADE_UP_FOR = 14
interface CourseReminder {
  /** Key of the course's `reminder_days` (docs/course-format.md). */
  setting: 'notOpened' | 'notDone' | 'beforeExpiry'
  trigger: string
  /** Condition for the participations to remind, in addition to being open. `:days` is the setting. */
  which: string
  /** The moment that the reminder relates to. */
  moment: string
}

const past = (moment: string) =>
  `${moment} between now() - (:days + ${MADE_UP_FOR}) * interval '1 day' and now() - :days * interval '1 day'`

export const COURSE_REMINDERS = {
  not_opened: {
    setting: 'notOpened',
    trigger: 'learning.mail.not_opened',
    which: `p.language is null and ${past('p.registered_at')}`,
    moment: 'p.registered_at',
  },
  not_done: {
    setting: 'notDone',
    trigger: 'learning.mail.not_done',
    which: `p.language is not null and ${past('p.started_at')}`,
    moment: 'p.started_at',
  },
  before_expiry: {
    setting: 'beforeExpiry',
    trigger: 'learning.mail.before_expiry',
    which: `p.expires_at < now() + :days * interval '1 day'`,
    moment: 'p.expires_at',
  },
} as const satisfies Partial<Record<MailKind, CourseReminder>>

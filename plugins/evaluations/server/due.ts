import { MAX_MAILS, OPEN_DAYS, REMIND_AFTER_DAYS } from '../second.js'

/** Rows whose person should get a mail now: never asked, or last asked long enough ago. */
export const SECOND_MAIL_DUE = `answered_at is null and due_on <= current_date + 1 and (mails = 0
  or mails = 1 and mailed_at < now() - interval '${REMIND_AFTER_DAYS[0]} days' or mails = 2 and mailed_at < now() - interval '${REMIND_AFTER_DAYS[1]} days')`

/** Companies with second evaluations to ask for, to remind of or to delete. */
export const SECOND_DUE = `
  select company_id from evaluations_second where mails < ${MAX_MAILS} and ${SECOND_MAIL_DUE}
  union select company_id from evaluations_second where answered_at is null and due_on < current_date - ${OPEN_DAYS}`

// Separate from the sending code, because plugin.ts declares the mails and is loaded before there is a database.

/** To somebody who is asked for a second evaluation, and as a reminder. */
export const SECOND_MAIL = 'evaluations.mail.second'

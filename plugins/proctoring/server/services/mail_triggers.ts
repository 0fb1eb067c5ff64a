/** To supervisors: a participant does not want to be recorded. */
export const REFUSED_MAIL = 'proctoring.mail.refused'
/** To examiners: attempts wait for a review. */
export const WAITING_MAIL = 'proctoring.mail.waiting'
/** To the participant: the attempt counts, with its grade. */
export const APPROVED_MAIL = 'proctoring.mail.approved'
/** To the participant: the attempt does not count, with the explanation. */
export const REJECTED_MAIL = 'proctoring.mail.rejected'
/** To the participant: extra time was granted or revoked. */
export const EXTRA_TIME_MAIL = 'proctoring.mail.extra_time'
/** To the participant: an examiner answered a complaint about a question. */
export const COMPLAINT_MAIL = 'proctoring.mail.complaint_answered'

import { IN_REVIEW } from '../../contract/states.js'

/** Days without a review after which the examiners are reminded. */
export const PATIENCE_DAYS = 2

const WAITING = `state in (${IN_REVIEW.map((state) => `'${state}'`).join()}) and coalesce(appealed_at, submitted_at) < now() - interval '${PATIENCE_DAYS} days'`

/** `proctoring.waiting`: the exam providers with attempts that have waited too long for a review. */
export const waitingDue = `select review_company_id as company_id from proctoring_recordings where ${WAITING}`

/** The same for the running company. */
export const waitingHere = WAITING

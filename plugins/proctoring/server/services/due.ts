import { IN_REVIEW } from '../../contract/states.js'

/** After so many days without a review its examiners are reminded. */
export const PATIENCE_DAYS = 2

const WAITING = `state in (${IN_REVIEW.map((state) => `'${state}'`).join()}) and coalesce(appealed_at, submitted_at) < now() - interval '${PATIENCE_DAYS} days'`

/** `proctoring.waiting`: exam providers whose examiners let attempts wait. */
export const waitingDue = `select review_company_id as company_id from proctoring_recordings where ${WAITING}`

/** The same of the running company. */
export const waitingHere = WAITING

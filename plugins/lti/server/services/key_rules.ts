/** What the private halves of a company's keys are sealed for. */
export const KEY_PURPOSE = 'lti.key'
/** What was signed with a retired one is long over; others keep key sets for a day or two. */
export const OVERLAP_DAYS = 30

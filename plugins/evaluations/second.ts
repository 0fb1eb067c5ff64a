/** The questions of a second evaluation. Their texts are messages: `evaluations.second.<about>.<key>`. */
export const SECOND_SCALES = { own: ['remembered', 'used'], person: ['used', 'better'] } as const
export const SECOND_ABOUT = ['own', 'person'] as const
export type SecondAbout = (typeof SECOND_ABOUT)[number]
/** The open question; optional. */
export const REMARK = 'remark'

/** Weeks after a course that an admin may choose. */
export const WEEKS = [4, 6, 8, 12, 26] as const
/** A second evaluation may be answered for this many days; unanswered ones are deleted then. */
export const OPEN_DAYS = 60
/** Days after the first mail, and after the first reminder, before somebody is reminded. */
export const REMIND_AFTER_DAYS = [7, 14] as const
/** The first mail and the reminders. */
export const MAX_MAILS = 1 + REMIND_AFTER_DAYS.length

/** The results of one scale of the second evaluation. */
export interface SecondScale {
  key: string
  answered: number
  /** Null if fewer than FEWEST people answered. */
  average: number | null
  counts: { key: string; count: number }[]
}

/** The results of the second evaluation, for each kind of person who was asked. */
export interface SecondResults {
  about: SecondAbout
  /** The number of people who are counted; 0 if there are fewer than FEWEST. */
  responses: number
  scales: SecondScale[]
  /** Remarks, in an order that does not reveal who answered first; none if fewer than FEWEST people wrote one. */
  remarks: string[]
}

/** The query of a practice run. */
export const practiceKey = (participation: number | string, activity: number | string) =>
  ['proctoring', 'practice', String(participation), String(activity)] as const

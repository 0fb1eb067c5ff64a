/** The platform's calendar: "today" and "the last day of" are meant here. */
export const ZONE = 'Europe/Amsterdam'

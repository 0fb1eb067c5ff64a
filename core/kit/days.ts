// Days without a time, and the field of a validator that is one.
export { type Recurrence, nextAt } from '../i18n/recurrence.js'
export { type Day, PLATFORM_ZONE, addDays, ageOn, day, dayOf, daysBetween, endOf, isDay, today, zone } from '../i18n/days.js'

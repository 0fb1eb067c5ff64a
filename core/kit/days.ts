// Days without a time, and the field of a validator that is one.
export { type Day, ZONE, addDays, ageOn, day, daysBetween, endOf, isDay, today } from '../i18n/days.js'

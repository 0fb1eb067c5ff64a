// Days without a time, and a validator's field for a day.
export { type Recurrence, nextAt } from '../i18n/recurrence.js'
export {
  ADULT_AGE,
  type Day,
  PLATFORM_ZONE,
  addDays,
  ageOn,
  day,
  dayOf,
  daysBetween,
  endOf,
  isAdultOn,
  isDay,
  today,
  zone,
} from '../i18n/days.js'

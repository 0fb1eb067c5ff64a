import { CONTENT_LANGUAGES } from '#core/contract/languages'
import { listQueryFields } from '#core/kit/lists'
import vine from '#core/kit/validation'
import { COURSE_TYPES, SECTORS } from '#plugins/learning/contract/offers'

const several = (values: readonly string[]) =>
  vine
    .array(vine.enum(values))
    .parse((given) => (typeof given === 'string' ? given.split(',') : given))
    .minLength(1)
    .maxLength(values.length)
    .distinct()
    .optional()

/** Ranges to select from: the length of a course in minutes, and its price in whole euros. */
export const DURATIONS = { short: [0, 60], medium: [61, 240], long: [241, 1_000_000] } as const
export const PRICES = { free: [0, 0], to_50: [1, 50], to_150: [51, 150], over: [151, 1_000_000_000] } as const
export type Duration = keyof typeof DURATIONS
export type Price = keyof typeof PRICES

const filters = () => ({
  sector: several(SECTORS),
  type: several(COURSE_TYPES),
  language: several(CONTENT_LANGUAGES.map(({ code }) => code)),
  duration: several(Object.keys(DURATIONS)),
  price: several(Object.keys(PRICES)),
})

export const offersValidator = vine.create({ ...listQueryFields(['name', 'price', 'duration', 'newest']), ...filters() })
export const publicValidator = vine.create({
  ...listQueryFields(['name', 'price', 'duration', 'newest']),
  ...filters(),
  company: vine.string().maxLength(100).optional(),
})
export const askValidator = vine.create({ message: vine.string().trim().maxLength(1000).optional() })
export const decideValidator = vine.create({ grant: vine.boolean(), answer: vine.string().trim().maxLength(1000).optional() })

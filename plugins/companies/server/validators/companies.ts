import vine, { version } from '#core/kit/validation'

/** What is left out stays as it is; each setting is checked by its own declaration. */
export const updateCompanyValidator = vine.create({
  /** As read with the company: tells whether somebody else changed it meanwhile. */
  updated_at: version(),
  settings: vine.record(vine.record(vine.any().nullable())),
})

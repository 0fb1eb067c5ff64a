import vine, { version } from '#core/kit/validation'

export const confirmValidator = vine.create({ password: vine.string().maxLength(200) })

export const providerValidator = vine.create({
  name: vine.optionalLine(60),
  issuer: vine
    .string()
    .trim()
    .maxLength(500)
    .regex(/^(https?:\/\/[^\s?#@]+)?$/),
  client_id: vine.optionalLine(300),
  client_secret: vine.string().trim().maxLength(500),
  creates_people: vine.boolean(),
  updated_at: version(),
})

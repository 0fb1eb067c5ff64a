import vine from '#core/kit/validation'

export const revokeCertificateValidator = vine.create({
  reason: vine.string().trim().minLength(1).maxLength(1000),
})

const color = () => vine.string().regex(/^#([0-9a-f]{3}|[0-9a-f]{6})$/i)

/** An unsaved style; an admin names the company. */
export const sampleValidator = vine.create({
  company: vine.queryNumber().positive().withoutDecimals().optional(),
  name: vine.line(200),
  primary_color: color(),
  secondary_color: color(),
})

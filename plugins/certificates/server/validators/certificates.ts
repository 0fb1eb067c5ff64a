import vine from '#core/kit/validation'

export const revokeCertificateValidator = vine.create({
  reason: vine.string().trim().minLength(1).maxLength(1000),
})
